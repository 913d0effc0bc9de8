import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { Feature, FeatureStatus } from './domain/feature';
import type { FeatureType, MeterType } from './domain/feature-type';
import { featureMapping } from './feature.mapping';

export interface FeatureFilter {
  ids?: string[];
  featureType?: FeatureType[];
  meterType?: MeterType[];
  status?: FeatureStatus[];
  createdAt?: InstantRange;
}

@Injectable()
export class FeaturesRepository extends TenantRepository<Feature> {
  constructor(persistence: Persistence) {
    super(persistence, featureMapping, 'FeatureNotFound');
  }

  list(request: PageRequest, filter: FeatureFilter): Promise<Page<Feature>> {
    const predicate = new Predicate()
      .oneOf('t.id', filter.ids)
      .oneOf('t.feature_type', filter.featureType)
      .oneOf('t.meter_type', filter.meterType)
      .oneOf('t.feature_status', filter.status)
      .within('t.created_at', filter.createdAt);
    return this.page(request, predicate);
  }

  /** Whose id or displayName it is. */
  called(name: string): Promise<Feature[]> {
    return this.where('(t.id = $2 or t.display_name = $2) order by t.uid', [name]);
  }

  /** Those of them that are NEW, with every other writer waiting. */
  lockNew(uids: readonly string[]): Promise<Feature[]> {
    const condition = `t.uid = any($2) and t.feature_status = 'NEW' order by t.uid for no key update`;
    return this.where(condition, [uids]);
  }

  /** As they are until this unit of work ends: writers wait, other readers of this kind do not. */
  async hold(uids: readonly string[]): Promise<Map<string, Feature>> {
    const held = await this.where('t.uid = any($2) order by t.uid for share', [uids]);
    return new Map(held.map((feature) => [feature.uid, feature]));
  }

  /** Not deleted until this unit of work ends. */
  async keep(ids: readonly string[]): Promise<Map<string, Feature>> {
    const kept = await this.where('t.id = any($2) order by t.uid for key share', [ids]);
    return new Map(kept.map((feature) => [feature.id, feature]));
  }

  /** Nobody refers to it anew until this unit of work ends. */
  async lockWhole({ uid }: Feature): Promise<void> {
    await this.where('t.uid = $2 for update', [uid]);
  }

  /** The instant from which a feature that is deleted in this unit of work is known to be none (entitlements-usage Q15). */
  async tellNow(now: Date): Promise<void> {
    await this.persistence.database.query(`select set_config('source_history.now', $1, true)`, [
      now.toISOString(),
    ]);
  }

  /** In one statement, however many a publication activates. */
  async saveActivated(features: readonly Feature[], now: Date): Promise<void> {
    if (features.length === 0) return;
    for (const feature of features)
      Object.assign(feature, { revision: feature.revision + 1, updatedAt: now });
    const text =
      `update feature set feature_status = 'ACTIVE', revision = revision + 1, updated_at = $3 ` +
      `where environment_id = $1 and uid = any($2)`;
    const values = [features.map(({ uid }) => uid), now];
    await this.ask(text, values);
  }
}
