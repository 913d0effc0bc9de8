import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves, wholeList } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { PackageFeatureGroup, VersionQuery } from '#modules/catalog/packages';
import { AddonFeatureGroupsService } from './addon-feature-groups.service';
import { SetAddonFeatureGroupBody } from './addons.inputs';

@ApiTags('Addon entitlements')
@Controller('api/v1/addons/:addonId/feature-groups')
export class AddonFeatureGroupsController {
  constructor(private readonly groups: AddonFeatureGroupsService) {}

  @Endpoint.get('', serves(AddonFeatureGroupsService, 'list'), wholeList(PackageFeatureGroup), {
    summary: 'List the feature groups of an addon.',
  })
  list(@PathId('addonId') addonId: string, @Query() query: VersionQuery) {
    return this.groups.list(addonId, query);
  }

  @Endpoint.put(':id', serves(AddonFeatureGroupsService, 'set'), one(PackageFeatureGroup), {
    summary: 'Put a feature group on the draft of an addon.',
  })
  set(@PathId('addonId') addonId: string, @PathId('id') id: string, @Body() body: SetAddonFeatureGroupBody) {
    return this.groups.set(addonId, id, body);
  }

  @Endpoint.delete(':id', serves(AddonFeatureGroupsService, 'remove'), one(PackageFeatureGroup), {
    summary: 'Take a feature group off the draft of an addon.',
  })
  remove(@PathId('addonId') addonId: string, @PathId('id') id: string) {
    return this.groups.remove(addonId, id);
  }
}
