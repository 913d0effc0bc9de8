import { Injectable } from '@nestjs/common';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ApiKeyChanges } from './api-key-changes.service';
import type { RotateApiKeyBody, SetApiKeyGraceBody } from './api-keys.inputs';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKey } from './api-keys.views';
import { KeyGrants } from './key-grants.service';
import { KeySecrets } from './key-secrets.service';

/** One secret takes the place of another, while both are in use. Domain: access-and-events Y3, Y4 */
@Injectable()
export class KeyRotationService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly changes: ApiKeyChanges,
    private readonly grants: KeyGrants,
    private readonly secrets: KeySecrets,
  ) {}

  /**
   * The new secret opens the key at once, the one of now as long as is asked. Also of a default key.
   * @throws ApiKeyNotFound; ApiKeyExpired, IntegrityViolation where it is revoked; ApiKeyHasExpiry while the secret from before opens it
   *   still; NoFeatureEntitlementError of a scoped key (access-and-events S5); IdentityForbidden where it may more than the caller (access-and-events S4)
   */
  @UseCase('rotateApiKey', {
    needs: 'apiKeys:write',
    answers: one(ApiKey),
    summary: 'Give a key a new secret. An addition.',
    answersSecret: 'secret',
  })
  async rotate(id: string, { graceHours }: RotateApiKeyBody): Promise<ApiKey> {
    const key = await this.keys.lockOrThrow(id);
    if (!key.isDefault) await this.grants.requireScopedKeys();
    this.grants.requireHolding(key);
    const { secret, kept } = this.secrets.make(key.prefix);
    return this.changes.change(key, 'rotated', (now) => key.rotate(kept, graceHours, now), secret);
  }

  /**
   * Shorter or longer, before it ends. To end it now is open to accounts of every tier, as revoking is.
   * @throws ApiKeyNotFound; ApiKeyExpired where the key or the secret from before has ended; IntegrityViolation where the key is revoked or
   *   nothing but its present secret opens it; NoFeatureEntitlementError of a scoped key (access-and-events S5); BadUserInput beyond a year from the rotation
   */
  @UseCase('setApiKeyGrace', {
    needs: 'apiKeys:write',
    answers: one(ApiKey),
    summary: 'Say how long the secret from before opens a key. An addition.',
  })
  async setGrace(id: string, { graceHours }: SetApiKeyGraceBody): Promise<ApiKey> {
    const key = await this.keys.lockOrThrow(id);
    if (!key.isDefault && graceHours > 0) await this.grants.requireScopedKeys();
    return this.changes.change(key, 'grace_updated', (now) => key.setGrace(graceHours, now));
  }
}
