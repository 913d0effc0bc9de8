import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
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

  /** In one statement, so that a change of the feature at the same time is kept. Domain: catalog F3 */
  async activate(uids: readonly string[], now: Date): Promise<void> {
    const text =
      `update feature set feature_status = 'ACTIVE', updated_at = $3 ` +
      `where environment_id = $1 and uid = any($2) and feature_status = 'NEW'`;
    const values = [currentEnvironmentId(), uids, now];
    await this.persistence.database.query({ name: 'feature.activate', text }, values);
  }
}
