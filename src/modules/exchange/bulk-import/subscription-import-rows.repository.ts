import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { SubscriptionImportRow } from './domain/subscription-import-row';
import { subscriptionImportRowMapping } from './subscription-import-row.mapping';

@Injectable()
export class SubscriptionImportRowsRepository extends TenantTable<SubscriptionImportRow> {
  constructor(persistence: Persistence) {
    super(persistence, subscriptionImportRowMapping);
  }

  /** In the place of what an import left that did not come to its end. @throws ImportAlreadyInProgress where another one begins just now */
  async begin(rows: SubscriptionImportRow[]): Promise<void> {
    await this.removeWhere('true', []);
    await this.insertAll(rows);
  }

  next(importUid: string, after: number, limit: number): Promise<SubscriptionImportRow[]> {
    return this.where('t.import_uid = $2 and t.place > $3 order by t.place limit $4', [
      importUid,
      after,
      limit,
    ]);
  }

  async forget(importUid: string): Promise<void> {
    await this.removeWhere('t.import_uid = $2', [importUid]);
  }
}
