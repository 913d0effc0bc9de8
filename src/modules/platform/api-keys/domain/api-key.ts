import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { addMs, earliest, hourMs } from '#libs/kernel/period';

export type ApiKeyKind = 'FULL_ACCESS' | 'SCOPED' | 'PUBLISHABLE';
export const apiKeyStatuses = ['ACTIVE', 'EXPIRING_SOON', 'EXPIRED', 'REVOKED'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** A year, and the day that some have more. Domain: access-and-events Y3 */
export const longestGraceHours = 8784;

/** Against which a key is looked at. */
export interface KeyTimes {
  now: Date;
  /** What ends until then ends soon. */
  soonUntil: Date;
}

/** A secret as far as it is stored. */
export interface KeptSecret {
  digest: string;
  /** Of the pepper under which the digest was made. */
  pepperId: string;
  lastFour: string;
}

/** A credential of one environment. The secrets themselves are shown once and never stored. Domain: access-and-events Y1, Y3 */
export class ApiKey extends AddressedEntity {
  /** Public id; the secret says nothing about it. */
  id: string;
  displayName: string;
  kind: ApiKeyKind;
  /** HMAC-SHA-256 of the secret with the pepper, base64url. */
  digest: string;
  /** Of the pepper; null of keys that were made before it was told, until they are used. */
  pepperId: string | null;
  lastFour: string;
  /** Of the secret from before; null where there is none, or it ended with the rotation. */
  previousDigest: string | null;
  previousPepperId: string | null;
  previousLastFour: string | null;
  /** From then on the secret from before opens nothing. */
  previousEndsAt: Date | null;
  /** How many secrets it has had before this one. */
  rotations: number;
  rotatedAt: Date | null;
  scopes: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** To the minute; written beside the requests. Domain: access-and-events Y10 */
  lastUsedAt: Date | null;

  static issue(
    {
      secret,
      ...issued
    }: Pick<ApiKey, 'displayName' | 'kind' | 'scopes' | 'expiresAt'> & { secret: KeptSecret },
    now: Date,
  ): ApiKey {
    if (issued.expiresAt) requireFuture(issued.expiresAt, now);
    const none = {
      previousDigest: null,
      previousPepperId: null,
      previousLastFour: null,
      previousEndsAt: null,
    };
    const unused = { ...none, rotations: 0, rotatedAt: null, revokedAt: null, lastUsedAt: null };
    const key = ApiKey.instantiate<ApiKey>(ApiKey, { ...issued, ...secret, ...unused }, now);
    key.id = key.uid;
    return key;
  }

  statusAt({ now, soonUntil }: KeyTimes): ApiKeyStatus {
    if (this.revokedAt) return 'REVOKED';
    if (this.expiresAt === null) return 'ACTIVE';
    if (this.expiresAt <= now) return 'EXPIRED';
    return this.expiresAt <= soonUntil ? 'EXPIRING_SOON' : 'ACTIVE';
  }

  holdsAt(now: Date): boolean {
    return !this.revokedAt && !(this.expiresAt && this.expiresAt <= now);
  }

  /** Does the secret from before open it still, as long as the key holds? */
  hasGraceAt(now: Date): boolean {
    return this.previousDigest !== null && this.previousEndsAt !== null && this.previousEndsAt > now;
  }

  /** Of a key that holds. @throws IntegrityViolation of a default key; ApiKeyExpired, IntegrityViolation, BadUserInput */
  change({ displayName, scopes, expiresAt }: KeyChange, now: Date): void {
    if (this.isDefault)
      throw violation('A default key has one name and one extent for ever; it can be rotated');
    this.requireHolding(now);
    if (expiresAt) requireFuture(expiresAt, now);
    if (displayName !== undefined) this.displayName = displayName;
    if (scopes !== undefined) this.scopes = scopes;
    if (expiresAt !== undefined) this.expiresAt = expiresAt;
  }

  /**
   * The new secret opens it from now on, the one of now for the grace. Domain: access-and-events Y3, Y4
   * @throws ApiKeyExpired, IntegrityViolation where it is revoked; ApiKeyHasExpiry while a grace runs
   */
  rotate(secret: KeptSecret, graceHours: number, now: Date): void {
    this.requireHolding(now);
    if (this.hasGraceAt(now)) throw new DomainError('ApiKeyHasExpiry', graceRuns);
    const { digest, pepperId, lastFour } = this;
    const isOver = graceHours === 0;
    this.previousDigest = isOver ? null : digest;
    this.previousPepperId = isOver ? null : pepperId;
    this.previousLastFour = isOver ? null : lastFour;
    this.previousEndsAt = isOver ? null : addMs(now, graceHours * hourMs);
    Object.assign(this, secret);
    this.rotations += 1;
    this.rotatedAt = now;
  }

  /**
   * From now on so many hours are left to the secret from before. Domain: access-and-events Y3
   * @throws ApiKeyExpired, IntegrityViolation, BadUserInput beyond a year from the rotation
   */
  setGrace(graceHours: number, now: Date): void {
    this.requireHolding(now);
    if (!this.hasGraceAt(now)) throw this.withoutGrace();
    const endsAt = addMs(now, graceHours * hourMs);
    const latestEnd = addMs(this.rotatedAt ?? now, longestGraceHours * hourMs);
    if (endsAt > latestEnd)
      throw badInput(`graceHours: a grace ends within ${longestGraceHours} hours of the rotation`);
    this.previousEndsAt = endsAt;
    if (graceHours === 0) this.forgetPrevious();
  }

  /** Immediate and irreversible. Domain: access-and-events Y5 @throws IntegrityViolation of a default key */
  revoke(now: Date): void {
    if (this.isDefault) throw violation('A default key cannot be revoked; rotate it with graceHours 0');
    this.revokedAt ??= now;
  }

  /** How its secrets begin: it tells what may be seen in public. Domain: access-and-events B2 */
  get prefix(): 'server-' | 'client-' {
    return this.kind === 'PUBLISHABLE' ? 'client-' : 'server-';
  }

  /** The keys that the system makes, one of a kind per environment, are rotated and never revoked (access-and-events Y5). */
  get isDefault(): boolean {
    return this.kind !== 'SCOPED';
  }

  /** When the secret from before ends, as callers are told; null where none opens it besides. */
  graceEndAt(now: Date): Date | null {
    if (this.previousEndsAt === null || !this.hasGraceAt(now) || !this.holdsAt(now)) return null;
    return this.expiresAt ? earliest(this.previousEndsAt, this.expiresAt) : this.previousEndsAt;
  }

  /** What is to end now ends by itself, whatever the clocks of other processes show. */
  private forgetPrevious(): void {
    this.previousDigest = null;
    this.previousPepperId = null;
  }

  private requireHolding(now: Date): void {
    if (this.revokedAt) throw violation('The key is revoked for good; make a new one');
    if (this.expiresAt && this.expiresAt <= now) throw new DomainError('ApiKeyExpired');
  }

  private withoutGrace(): DomainError {
    if (this.previousEndsAt === null) return violation('graceHours: no secret from before opens the key');
    return new DomainError('ApiKeyExpired', 'graceHours: the secret from before has ended, which is final');
  }
}

/** Absent leaves it. */
export interface KeyChange {
  displayName?: string;
  scopes?: string[];
  expiresAt?: Date | null;
}

const graceRuns =
  'The secret from before opens the key still: let its grace end, or end it by graceHours 0 of its grace, and rotate then';

const violation = (message: string): DomainError => new DomainError('IntegrityViolation', message);

function requireFuture(expiresAt: Date, now: Date): void {
  if (expiresAt <= now) throw badInput('expiresAt must lie in the future');
}
