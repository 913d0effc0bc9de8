import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { VersionQuery } from '#modules/catalog/packages';
import { AddonFeatureGroupsService } from './addon-feature-groups.service';
import { SetAddonFeatureGroupBody } from './addons.inputs';

@ApiTags('Addon entitlements')
@Controller('api/v1/addons/:addonId/feature-groups')
export class AddonFeatureGroupsController {
  constructor(private readonly groups: AddonFeatureGroupsService) {}

  @Endpoint.get('', AddonFeatureGroupsService, 'list')
  list(@PathId('addonId') addonId: string, @Query() query: VersionQuery) {
    return this.groups.list(addonId, query);
  }

  @Endpoint.put(':id', AddonFeatureGroupsService, 'set')
  set(@PathId('addonId') addonId: string, @PathId('id') id: string, @Body() body: SetAddonFeatureGroupBody) {
    return this.groups.set(addonId, id, body);
  }

  @Endpoint.delete(':id', AddonFeatureGroupsService, 'remove')
  remove(@PathId('addonId') addonId: string, @PathId('id') id: string) {
    return this.groups.remove(addonId, id);
  }
}
