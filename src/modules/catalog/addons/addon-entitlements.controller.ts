import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { DeleteEntitlementQuery, EntitlementPatch, VersionQuery } from '#modules/catalog/packages';
import { AddonEntitlementsService } from './addon-entitlements.service';
import { addonIdPattern, CreateAddonEntitlementsBody, OrderAddonEntitlementsBody } from './addons.inputs';

@ApiTags('Addon entitlements')
@Controller('api/v1/addons/:addonId/entitlements')
export class AddonEntitlementsController {
  constructor(private readonly entitlements: AddonEntitlementsService) {}

  @Endpoint.post('', AddonEntitlementsService, 'create')
  create(@PathId('addonId', addonIdPattern) addonId: string, @Body() body: CreateAddonEntitlementsBody) {
    return this.entitlements.create(addonId, body);
  }

  @Endpoint.get('', AddonEntitlementsService, 'list')
  list(@PathId('addonId') addonId: string, @Query() query: VersionQuery) {
    return this.entitlements.list(addonId, query);
  }

  @Endpoint.put('order', AddonEntitlementsService, 'order')
  order(@PathId('addonId') addonId: string, @Body() body: OrderAddonEntitlementsBody) {
    return this.entitlements.order(addonId, body);
  }

  @Endpoint.patch(':id', AddonEntitlementsService, 'update', { bodyOf: EntitlementPatch })
  update(@PathId('addonId') addonId: string, @PathId('id') id: string, @Body() body: EntitlementPatch) {
    return this.entitlements.update(addonId, id, body);
  }

  @Endpoint.delete(':id', AddonEntitlementsService, 'delete')
  delete(
    @PathId('addonId') addonId: string,
    @PathId('id') id: string,
    @Query() { type }: DeleteEntitlementQuery,
  ) {
    return this.entitlements.delete(addonId, id, type);
  }
}
