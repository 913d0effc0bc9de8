import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { list, one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ApiKeyChanges } from './api-key-changes.service';
import type { CreateApiKeyBody, ListApiKeysQuery, UpdateApiKeyBody } from './api-keys.inputs';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKey, ApiKeyPreset } from './api-keys.views';
import { ApiKey as StoredApiKey } from './domain/api-key';
import { widened } from './domain/permissions';
import { scopePresets } from './domain/scope-presets';
import { KeyGrants } from './key-grants.service';
import { KeySecrets } from './key-secrets.service';

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly changes: ApiKeyChanges,
    private readonly grants: KeyGrants,
    private readonly secrets: KeySecrets,
    private readonly clock: MachineClock,
  ) {}

  /**
   * @throws NoFeatureEntitlementError on an account tier without scoped keys (access-and-events S5), BadUserInput for an unknown scope or
   *   an `expiresAt` that is over, IdentityForbidden for a scope that the caller lacks (access-and-events S4)
   */
  @UseCase('createApiKey', {
    needs: 'apiKeys:write',
    answers: one(ApiKey),
    summary: 'Make a scoped server key.',
    answersSecret: 'secret',
  })
  async create({ displayName, scopes, expiresAt = null }: CreateApiKeyBody): Promise<ApiKey> {
    await this.grants.requireScopedKeys();
    this.grants.requireGrantable(scopes);
    const { secret, kept } = this.secrets.make('server-');
    const issued = { displayName, kind: 'SCOPED', secret: kept, scopes, expiresAt } as const;
    return this.changes.create(StoredApiKey.issue(issued, this.clock.now()), secret);
  }

  @UseCase('listApiKeys', {
    needs: 'apiKeys:read',
    answers: page(ApiKey),
    summary: 'List the keys, without secrets.',
  })
  async list(query: ListApiKeysQuery): Promise<Page<ApiKey>> {
    const times = await this.changes.times();
    const found = await this.keys.list(pageRequestOf(query), query.status, times);
    return mapPage(found, (key) => ApiKey.from(key, times));
  }

  /** @throws ApiKeyNotFound */
  @UseCase('getApiKey', {
    needs: 'apiKeys:read',
    answers: one(ApiKey),
    summary: 'Get a key, without its secret. An addition.',
  })
  get(id: string): Promise<ApiKey> {
    return this.changes.get(id);
  }

  /** Domain: access-and-events S2 */
  @UseCase('listApiKeyPresets', {
    needs: 'apiKeys:read',
    answers: list(ApiKeyPreset),
    summary: 'List scopes that keys are mostly made with. An addition.',
  })
  async presets(): Promise<ApiKeyPreset[]> {
    return scopePresets.map(ApiKeyPreset.from);
  }

  /**
   * What is left out stays; what the key may bites in every process within a second.
   * @throws ApiKeyNotFound; IntegrityViolation of a default key and of one that is revoked; ApiKeyExpired; NoFeatureEntitlementError
   *   (access-and-events S5); BadUserInput; IdentityForbidden for a scope that is new to it and that the caller lacks (access-and-events S4)
   */
  @UseCase('updateApiKey', {
    needs: 'apiKeys:write',
    answers: one(ApiKey),
    summary: 'Change name, scopes or end of a scoped key. An addition.',
  })
  async update(id: string, body: UpdateApiKeyBody): Promise<ApiKey> {
    await this.grants.requireScopedKeys();
    const key = await this.keys.lockOrThrow(id);
    const { scopes: before } = key;
    if (body.scopes) this.grants.requireGrantable(widened(before, body.scopes));
    const verb = body.scopes && !isSame(before, body.scopes) ? 'scope_updated' : 'updated';
    return this.changes.change(key, verb, (now) => key.change(body, now));
  }

  /** Bites in every process within a second; once more changes nothing. @throws ApiKeyNotFound, IntegrityViolation for a default key (access-and-events Y5) */
  @UseCase('revokeApiKey', {
    needs: 'apiKeys:write',
    answers: one(ApiKey),
    summary: 'Revoke a key for good.',
  })
  async revoke(id: string): Promise<ApiKey> {
    const key = await this.keys.lockOrThrow(id);
    return this.changes.change(key, 'revoked', (now) => key.revoke(now));
  }
}

const isSame = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((scope, index) => scope === after[index]);
