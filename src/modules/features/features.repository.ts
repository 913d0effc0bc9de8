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

  /** Domain: catalog F3 */
  async activate(uids: readonly string[], now: Date): Promise<void> {
    const found = await this.findByUids(uids);
    for (const feature of found.values()) {
      if (feature.featureStatus !== 'NEW') continue;
      feature.activate();
      await this.save(feature, now);
    }
  }
}
