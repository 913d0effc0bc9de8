import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { autoCancellationRuleMapping } from './auto-cancellation-rule.mapping';
import type { AutoCancellationRule } from './domain/auto-cancellation-rule';

@Injectable()
export class AutoCancellationRulesRepository extends TenantTable<AutoCancellationRule> {
  constructor(persistence: Persistence) {
    super(persistence, autoCancellationRuleMapping);
  }

  /** Newest first. */
  ofSource(sourceUid: string): Promise<AutoCancellationRule[]> {
    return this.where('t.source_uid = $2 order by t.uid desc', [sourceUid]);
  }

  async between(sourceUid: string, targetId: string): Promise<AutoCancellationRule | undefined> {
    return (await this.where('t.source_uid = $2 and t.target_id = $3', [sourceUid, targetId]))[0];
  }

  /** In which this product is either end. */
  touching(productUid: string): Promise<AutoCancellationRule[]> {
    return this.where('(t.source_uid = $2 or t.target_uid = $2)', [productUid]);
  }

  /** Of products that are in use: an archived source has no subscription whose end could cancel others. */
  inForceOn(targetUid: string): Promise<AutoCancellationRule[]> {
    const isLive = `exists (select from product p where p.environment_id = $1 and p.uid = t.source_uid
                                                    and p.status <> 'ARCHIVED')`;
    return this.where(`t.target_uid = $2 and ${isLive} order by t.source_id`, [targetUid]);
  }
}
