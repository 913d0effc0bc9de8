import { Resolver } from '@nestjs/graphql';
import { FeatureGroupsResolver } from '#modules/catalog/package-entitlements';
import { PlanFeatureGroupsService } from './plan-feature-groups.service';
import { featureGroupDoors } from './plans.inputs';

@Resolver()
export class PlanFeatureGroupsResolver extends FeatureGroupsResolver(
  PlanFeatureGroupsService,
  featureGroupDoors,
) {}
