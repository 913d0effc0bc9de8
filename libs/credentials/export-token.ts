import { timingSafeEqual } from 'node:crypto';
import type { KeyPepper } from './key-pepper';

// No key of the interface begins like this, so a digest of one is never one of the other.
const prefix = 'export-token.';
const body = /^[\w-]{1,8192}$/;

/** What the page of an origin was let do: choose a destination of these types, for these models. */
export interface ExportToken {
  environmentId: string;
  origin: string;
  types: string[];
  models: string[];
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function claimsIn(text: string): ExportToken | undefined {
  const claims: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  if (typeof claims !== 'object' || claims === null) return undefined;
  const { environmentId, origin, types, models, expiresAt } = claims as Record<keyof ExportToken, unknown>;
  const isWhole =
    typeof environmentId === 'string' && typeof origin === 'string' && typeof expiresAt === 'number';
  return isWhole && isTexts(types) && isTexts(models)
    ? { environmentId, origin, types, models, expiresAt }
    : undefined;
}

/** Signed under the pepper of keys: nothing of them is stored. Domain: access-and-events W9 */
export class ExportTokens {
  constructor(private readonly pepper: KeyPepper) {}

  make(claims: ExportToken): string {
    const text = prefix + Buffer.from(JSON.stringify(claims), 'utf8').toString('base64url');
    return `${text}.${this.pepper.digest(text)}`;
  }

  /** Undefined where it is none, of another page, or over. */
  open(token: string, origin: string, now: Date): ExportToken | undefined {
    const end = token.lastIndexOf('.');
    const text = token.slice(0, Math.max(end, 0));
    if (!text.startsWith(prefix) || !body.test(text.slice(prefix.length))) return undefined;
    const given = Buffer.from(token.slice(end + 1), 'utf8');
    const digests = [this.pepper.digest(text), ...this.pepper.formerDigests(text)];
    const isSigned = digests
      .map((digest) => Buffer.from(digest, 'utf8'))
      .some((digest) => digest.length === given.length && timingSafeEqual(digest, given));
    const claims = isSigned ? claimsIn(text.slice(prefix.length)) : undefined;
    return claims?.origin === origin && claims.expiresAt > now.getTime() ? claims : undefined;
  }
}
