import { Body, Inject, Query, type Type } from '@nestjs/common';
import { PathId } from '#libs/doors/reference';
import { Takes } from '#libs/doors/takes';
import { Endpoint } from '#libs/http/endpoint';
import { VersionQuery } from '#modules/catalog/package-versions';
import { OrderEntitlementsBody } from './entitlement-order.inputs';
import type { EntitlementDoors } from './entitlements-of-kind.inputs';
import type { EntitlementsOfKind } from './entitlements-of-kind.service';
import {
  CreateEntitlementsBody,
  DeleteEntitlementQuery,
  EntitlementPatch,
} from './package-entitlements.inputs';

/** A controller of the entitlements of plans, or of addons, to be extended with its path and its tag. */
export function EntitlementsController(Service: Type<EntitlementsOfKind>, doors: EntitlementDoors) {
  class EntitlementsController {
    @Inject(Service) readonly entitlements: EntitlementsOfKind;

    @Endpoint.post('', Service, 'create')
    @Takes(String, doors.create)
    create(@PathId(doors.owner, doors.pattern) owner: string, @Body() body: CreateEntitlementsBody) {
      return this.entitlements.create(owner, body);
    }

    @Endpoint.get('', Service, 'list')
    list(@PathId(doors.owner) owner: string, @Query() query: VersionQuery) {
      return this.entitlements.list(owner, query);
    }

    @Endpoint.put('order', Service, 'order')
    @Takes(String, doors.order)
    order(@PathId(doors.owner) owner: string, @Body() body: OrderEntitlementsBody) {
      return this.entitlements.order(owner, body);
    }

    @Endpoint.patch(':id', Service, 'update', { bodyOf: EntitlementPatch })
    update(@PathId(doors.owner) owner: string, @PathId('id') id: string, @Body() body: EntitlementPatch) {
      return this.entitlements.update(owner, id, body);
    }

    @Endpoint.delete(':id', Service, 'delete')
    delete(
      @PathId(doors.owner) owner: string,
      @PathId('id') id: string,
      @Query() { type }: DeleteEntitlementQuery,
    ) {
      return this.entitlements.delete(owner, id, type);
    }
  }
  return EntitlementsController;
}
