import { Inject, type Type } from '@nestjs/common';
import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { Takes } from '#libs/doors/takes';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, viewUnion, WriteField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { VersionQuery } from '#modules/catalog/package-versions';
import type { OrderEntitlementsBody } from './entitlement-order.inputs';
import type { EntitlementDoors } from './entitlements-of-kind.inputs';
import type { EntitlementsOfKind } from './entitlements-of-kind.service';
import {
  EntitlementPatch,
  type CreateEntitlementsBody,
  type DeleteEntitlementQuery,
} from './package-entitlements.inputs';
import { EntitlementKindEnum, packageEntitlementViews } from './package-entitlements.views';

const SelectionArgs = asArguments(VersionQuery);
const union = viewUnion('PackageEntitlement', packageEntitlementViews);

/** The same operations as those of EntitlementsController. */
export function EntitlementsResolver(Service: Type<EntitlementsOfKind>, doors: EntitlementDoors) {
  @Resolver({ isAbstract: true })
  class EntitlementsResolver {
    @Inject(Service) readonly entitlements: EntitlementsOfKind;

    @WriteField(Service, 'create', { union })
    @Takes(String, doors.create)
    create(@IdArg(doors.owner, doors.pattern) owner: string, @Args('input') input: CreateEntitlementsBody) {
      return this.entitlements.create(owner, input);
    }

    @ReadField(Service, 'list', { union })
    list(
      @IdArg(doors.owner) owner: string,
      @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
    ) {
      return this.entitlements.list(owner, selection);
    }

    @WriteField(Service, 'order', { union })
    @Takes(String, doors.order)
    order(@IdArg(doors.owner) owner: string, @Args('input') input: OrderEntitlementsBody) {
      return this.entitlements.order(owner, input);
    }

    @WriteField(Service, 'update', { union })
    update(
      @IdArg(doors.owner) owner: string,
      @IdArg('id') id: string,
      @Args('input') input: EntitlementPatch,
    ) {
      return this.entitlements.update(owner, id, input);
    }

    @WriteField(Service, 'delete', { union })
    delete(
      @IdArg(doors.owner) owner: string,
      @IdArg('id') id: string,
      @Args('type', { type: () => EntitlementKindEnum.graphql, nullable: true })
      type?: DeleteEntitlementQuery['type'],
    ) {
      return this.entitlements.delete(owner, id, type);
    }
  }
  return EntitlementsResolver;
}
