import { Resolver } from '@nestjs/graphql';
import { FeatureGroupsResolver } from '#modules/catalog/package-entitlements';
import { AddonFeatureGroupsService } from './addon-feature-groups.service';
import { featureGroupDoors } from './addons.inputs';

@Resolver()
export class AddonFeatureGroupsResolver extends FeatureGroupsResolver(
  AddonFeatureGroupsService,
  featureGroupDoors,
) {}
