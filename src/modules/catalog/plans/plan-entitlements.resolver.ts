import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, viewUnion, WriteField } from '#libs/graphql/fields';
import { list, one, serves, wholeList } from '#libs/http/endpoint';
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
const views = Object.values(packageEntitlementViews);
const union = viewUnion('PackageEntitlement', packageEntitlementViews);

@Resolver()
export class PlanEntitlementsResolver {
  constructor(private readonly entitlements: PlanEntitlementsService) {}

  @WriteField(serves(PlanEntitlementsService, 'create'), list(...views), {
    summary: 'Create entitlements on the draft of a plan, all or none.',
    union,
  })
  create(@IdArg('planId') planId: string, @Args('input') input: CreatePlanEntitlementsBody) {
    return this.entitlements.create(planId, input);
  }

  @ReadField(serves(PlanEntitlementsService, 'list'), wholeList(...views), {
    summary: 'List the entitlements of a plan in display order.',
    union,
  })
  list(
    @IdArg('planId') planId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.entitlements.list(planId, selection);
  }

  @WriteField(serves(PlanEntitlementsService, 'order'), list(...views), {
    summary: 'Put the entitlements on the draft of a plan in order.',
    union,
  })
  order(@IdArg('planId') planId: string, @Args('input') input: OrderPlanEntitlementsBody) {
    return this.entitlements.order(planId, input);
  }

  @WriteField(serves(PlanEntitlementsService, 'update'), one(...views), {
    summary: 'Change an entitlement on the draft of a plan.',
    union,
  })
  update(@IdArg('planId') planId: string, @IdArg('id') id: string, @Args('input') input: EntitlementPatch) {
    return this.entitlements.update(planId, id, input);
  }

  @WriteField(serves(PlanEntitlementsService, 'delete'), one(...views), {
    summary: 'Delete an entitlement from the draft of a plan.',
    union,
  })
  delete(
    @IdArg('planId') planId: string,
    @IdArg('id') id: string,
    @Args('type', { type: () => EntitlementKindEnum.graphql, nullable: true }) type?: EntitlementKind,
  ) {
    return this.entitlements.delete(planId, id, type);
  }
}
