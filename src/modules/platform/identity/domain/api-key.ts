import { AddressedEntity } from '#libs/kernel/addressed-entity';

export type ApiKeyKind = 'FULL_ACCESS' | 'SCOPED' | 'PUBLISHABLE';
export type ApiKeyStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

/** A credential of one environment. The secret itself is shown once and never stored. Domain: access-and-events Y1. */
export class ApiKey extends AddressedEntity {
  /** Public id; the secret says nothing about it. */
  id: string;
  displayName: string;
  kind: ApiKeyKind;
  /** HMAC-SHA-256 of the secret with the pepper, base64url. */
  digest: string;
  lastFour: string;
  scopes: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;

  static issue(
    issued: Pick<ApiKey, 'displayName' | 'kind' | 'digest' | 'lastFour' | 'scopes' | 'expiresAt'>,
    now: Date,
  ): ApiKey {
    const key = ApiKey.instantiate<ApiKey>(ApiKey, { ...issued, revokedAt: null }, now);
    key.id = key.uid;
    return key;
  }

  statusAt(now: Date): ApiKeyStatus {
    if (this.revokedAt) return 'REVOKED';
    return this.expiresAt && this.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
  }

  /** Immediate and irreversible. Domain: access-and-events Y5 */
  revoke(now: Date): void {
    this.revokedAt ??= now;
  }

  /** The keys that the system makes, one of a kind per environment, are rotated and never revoked (access-and-events Y5). */
  get isDefault(): boolean {
    return this.kind !== 'SCOPED';
  }
}
