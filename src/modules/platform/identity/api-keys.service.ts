import { one, page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';

import { currentEnvironmentId, requireContext } from '#libs/context/request-context';
import type { Permission } from '#libs/kernel/permission';
import { UseCase } from '#libs/use-cases/use-case';
import { MachineClock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { lastFour, newKeySecret } from '#libs/credentials/key-secret';
import { SecurityLog } from '#libs/security/security-log';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKey as StoredApiKey } from './domain/api-key';
import { grantable } from './domain/permissions';
import type { CreateApiKeyBody, ListApiKeysQuery } from './identity.inputs';
import { IdentityReader } from './identity.reader';
import { ApiKey } from './identity.views';

@Injectable()
export class ApiKeysService {
  private readonly changes: Changes<StoredApiKey, ApiKey>;

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly reader: IdentityReader,
    private readonly pepper: KeyPepper,
    private readonly clock: MachineClock,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: SecurityLog,
    recorder: Recorder,
  ) {
    const view = (key: StoredApiKey): ApiKey => ApiKey.from(key, this.clock.now());
    this.changes = recorder.changesOf(keys, { entity: 'API_KEY', noun: 'api_key', view });
  }

  /**
   * @throws NoFeatureEntitlementError on an account tier without scoped keys (access-and-events S5), BadUserInput for an unknown scope,
   *   IdentityForbidden for a scope that the caller lacks (access-and-events S4)
   */
  @UseCase('createApiKey', {
    needs: 'apiKeys:write',
    answers: one(ApiKey),
    summary: 'Make a scoped server key.',
    answersSecret: 'secret',
  })
  async create({ displayName, scopes, expiresAt = null }: CreateApiKeyBody): Promise<ApiKey> {
    await this.requireScopedKeys();
    scopes.forEach(requireGrantable);
    const now = this.clock.now();
    if (expiresAt && expiresAt <= now) throw badInput('expiresAt must lie in the future');
    const secret = newKeySecret('server-');
    const digest = this.pepper.digest(secret);
    const issued = {
      displayName,
      kind: 'SCOPED',
      digest,
      lastFour: lastFour(secret),
      scopes,
      expiresAt,
    } as const;
    const key = StoredApiKey.issue(issued, now);
    await this.changes.create(key);
    this.unitOfWork.afterCommit(() => this.log.keyCreated(ApiKey.from(key, now)));
    return ApiKey.from(key, now, secret);
  }

  @UseCase('listApiKeys', {
    needs: 'apiKeys:read',
    answers: page(ApiKey),
    summary: 'List the keys, without secrets.',
  })
  async list(query: ListApiKeysQuery): Promise<Page<ApiKey>> {
    const now = this.clock.now();
    return mapPage(await this.keys.list(pageRequestOf(query)), (key) => ApiKey.from(key, now));
  }

  /** Bites in every process within a second; once more changes nothing. @throws ApiKeyNotFound, IntegrityViolation for a default key (access-and-events Y5) */
  @UseCase('revokeApiKey', {
    needs: 'apiKeys:write',
    answers: one(ApiKey),
    summary: 'Revoke a key for good.',
  })
  async revoke(id: string): Promise<ApiKey> {
    const now = this.clock.now();
    const key = await this.keys.lockOrThrow(id);
    if (key.isDefault) throw new DomainError('IntegrityViolation', 'A default key cannot be revoked');
    await this.changes.apply(
      key,
      'revoked',
      () => key.revoke(now),
      () => this.announceRevocation(key),
    );
    return ApiKey.from(key, now);
  }

  /** In the log of the process once it is durable. Domain: access-and-events Y5, Y7 */
  private async announceRevocation(key: StoredApiKey): Promise<void> {
    await this.keys.announceRevocation(key);
    this.unitOfWork.afterCommit(() => this.log.keyRevoked(ApiKey.from(key, this.clock.now())));
  }

  private async requireScopedKeys(): Promise<void> {
    if ((await this.reader.accountTier(currentEnvironmentId())) === 'FULL') return;
    throw new DomainError('NoFeatureEntitlementError', 'Scoped keys are not part of this account’s tier');
  }
}

function requireGrantable(scope: string): void {
  if (!(grantable as readonly string[]).includes(scope)) {
    throw badInput(`scopes: ${scope} is no permission; write <resource>:read or <resource>:write`);
  }
  if (requireContext().principal?.may(scope as Permission)) return;
  throw new DomainError('IdentityForbidden', `scopes: you cannot grant ${scope}, which you do not have`);
}
