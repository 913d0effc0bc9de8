import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, list, one, serves, wholeList } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import {
  DeleteEntitlementQuery,
  EntitlementPatch,
  packageEntitlementViews,
  VersionQuery,
} from '#modules/catalog/packages';
import { AddonEntitlementsService } from './addon-entitlements.service';
import { addonIdPattern, CreateAddonEntitlementsBody, OrderAddonEntitlementsBody } from './addons.inputs';

const views = Object.values(packageEntitlementViews);

@ApiTags('Addon entitlements')
@Controller('api/v1/addons/:addonId/entitlements')
export class AddonEntitlementsController {
  constructor(private readonly entitlements: AddonEntitlementsService) {}

  @Endpoint.post('', serves(AddonEntitlementsService, 'create'), list(...views), {
    summary: 'Create entitlements on the draft of an addon, all or none.',
  })
  create(@PathId('addonId', addonIdPattern) addonId: string, @Body() body: CreateAddonEntitlementsBody) {
    return this.entitlements.create(addonId, body);
  }

  @Endpoint.get('', serves(AddonEntitlementsService, 'list'), wholeList(...views), {
    summary: 'List the entitlements of an addon in display order.',
  })
  list(@PathId('addonId') addonId: string, @Query() query: VersionQuery) {
    return this.entitlements.list(addonId, query);
  }

  @Endpoint.put('order', serves(AddonEntitlementsService, 'order'), list(...views), {
    summary: 'Put the entitlements on the draft of an addon in order.',
  })
  order(@PathId('addonId') addonId: string, @Body() body: OrderAddonEntitlementsBody) {
    return this.entitlements.order(addonId, body);
  }

  @Endpoint.patch(':id', serves(AddonEntitlementsService, 'update'), one(...views), {
    summary: 'Change an entitlement on the draft of an addon.',
    bodyOf: EntitlementPatch,
  })
  update(@PathId('addonId') addonId: string, @PathId('id') id: string, @Body() body: EntitlementPatch) {
    return this.entitlements.update(addonId, id, body);
  }

  @Endpoint.delete(':id', serves(AddonEntitlementsService, 'delete'), one(...views), {
    summary: 'Delete an entitlement from the draft of an addon.',
  })
  delete(
    @PathId('addonId') addonId: string,
    @PathId('id') id: string,
    @Query() { type }: DeleteEntitlementQuery,
  ) {
    return this.entitlements.delete(addonId, id, type);
  }
}
