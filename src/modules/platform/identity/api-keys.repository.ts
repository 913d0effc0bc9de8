import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { ApiKey } from './domain/api-key';
import { apiKeyMapping } from './identity.mapping';

@Injectable()
export class ApiKeysRepository extends TenantRepository<ApiKey> {
  constructor(persistence: Persistence) {
    super(persistence, apiKeyMapping, 'ApiKeyNotFound');
  }

  list(request: PageRequest): Promise<Page<ApiKey>> {
    return this.page(request, Predicate.none());
  }

  /** Heard by every process when the transaction commits, so that caches drop the key at once. */
  async announceRevocation(key: ApiKey): Promise<void> {
    await this.persistence.database.query(`select pg_notify('api_key_revoked', $1)`, [key.digest]);
  }
}
