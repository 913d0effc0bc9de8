import { Args, Int, Resolver } from '@nestjs/graphql';
import { ReadField, viewUnion, WriteField } from '#libs/graphql/fields';
import { list, one, serves, wholeList } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import {
  EntitlementKindEnum,
  EntitlementPatch,
  packageEntitlementViews,
  PackageStatusEnum,
  type EntitlementKind,
  type PackageStatus,
} from '#modules/packages';
import { PlanEntitlementsService } from './plan-entitlements.service';
import { CreatePlanEntitlementsBody } from './plans.inputs';

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
    @Args('version', { type: () => Int, nullable: true }) version?: number,
    @Args('status', { type: () => PackageStatusEnum.graphql, nullable: true }) status?: PackageStatus,
  ) {
    return this.entitlements.list(planId, { version, status });
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
