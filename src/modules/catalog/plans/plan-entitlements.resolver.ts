import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, viewUnion, WriteField } from '#libs/graphql/fields';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import {
  EntitlementKindEnum,
  EntitlementPatch,
  packageEntitlementViews,
  VersionQuery,
  type EntitlementKind,
} from '#modules/catalog/packages';
import { PlanEntitlementsService } from './plan-entitlements.service';
import { CreatePlanEntitlementsBody, OrderPlanEntitlementsBody } from './plans.inputs';

const SelectionArgs = asArguments(VersionQuery);
const union = viewUnion('PackageEntitlement', packageEntitlementViews);

@Resolver()
export class PlanEntitlementsResolver {
  constructor(private readonly entitlements: PlanEntitlementsService) {}

  @WriteField(PlanEntitlementsService, 'create', { union })
  create(@IdArg('planId') planId: string, @Args('input') input: CreatePlanEntitlementsBody) {
    return this.entitlements.create(planId, input);
  }

  @ReadField(PlanEntitlementsService, 'list', { union })
  list(
    @IdArg('planId') planId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.entitlements.list(planId, selection);
  }

  @WriteField(PlanEntitlementsService, 'order', { union })
  order(@IdArg('planId') planId: string, @Args('input') input: OrderPlanEntitlementsBody) {
    return this.entitlements.order(planId, input);
  }

  @WriteField(PlanEntitlementsService, 'update', { union })
  update(@IdArg('planId') planId: string, @IdArg('id') id: string, @Args('input') input: EntitlementPatch) {
    return this.entitlements.update(planId, id, input);
  }

  @WriteField(PlanEntitlementsService, 'delete', { union })
  delete(
    @IdArg('planId') planId: string,
    @IdArg('id') id: string,
    @Args('type', { type: () => EntitlementKindEnum.graphql, nullable: true }) type?: EntitlementKind,
  ) {
    return this.entitlements.delete(planId, id, type);
  }
}
