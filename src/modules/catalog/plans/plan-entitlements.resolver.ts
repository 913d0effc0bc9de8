import { Resolver } from '@nestjs/graphql';
import { EntitlementsResolver } from '#modules/catalog/package-entitlements';
import { PlanEntitlementsService } from './plan-entitlements.service';
import { entitlementDoors } from './plans.inputs';

@Resolver()
export class PlanEntitlementsResolver extends EntitlementsResolver(
  PlanEntitlementsService,
  entitlementDoors,
) {}
