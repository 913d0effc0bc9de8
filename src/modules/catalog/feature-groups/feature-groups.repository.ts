import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { FeatureGroup, FeatureGroupStatus } from './domain/feature-group';
import { featureGroupMapping } from './feature-group.mapping';

export interface FeatureGroupFilter {
  ids?: string[];
  featureIds?: string[];
  status?: FeatureGroupStatus[];
  createdAt?: InstantRange;
}

const holdsAny = (features: string): string => `exists (
  select from feature_group_member m
   where m.environment_id = $1 and m.group_uid = t.uid and m.feature_id = any(${features}))`;

@Injectable()
export class FeatureGroupsRepository extends TenantRepository<FeatureGroup> {
  constructor(persistence: Persistence) {
    super(persistence, featureGroupMapping, 'FeatureGroupNotFoundError');
  }

  list(request: PageRequest, filter: FeatureGroupFilter): Promise<Page<FeatureGroup>> {
    const { ids, featureIds, status, createdAt } = filter;
    const predicate = new Predicate()
      .oneOf('t.id', ids)
      .oneOf('t.status', status)
      .within('t.created_at', createdAt);
    return this.page(request, featureIds ? predicate.add(featureIds, holdsAny) : predicate);
  }
}
