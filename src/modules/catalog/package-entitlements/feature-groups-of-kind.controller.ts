import { Body, Inject, Query, type Type } from '@nestjs/common';
import { PathId } from '#libs/doors/reference';
import { Takes } from '#libs/doors/takes';
import { Endpoint } from '#libs/http/endpoint';
import { VersionQuery } from '#modules/catalog/package-versions';
import type { FeatureGroupDoors } from './entitlements-of-kind.inputs';
import type { FeatureGroupsOfKind } from './feature-groups-of-kind.service';
import type { SetFeatureGroupBody } from './package-feature-groups.inputs';

/** A controller of the feature groups of plans, or of addons, to be extended with its path and its tag. */
export function FeatureGroupsController(Service: Type<FeatureGroupsOfKind>, doors: FeatureGroupDoors) {
  class FeatureGroupsController {
    @Inject(Service) readonly groups: FeatureGroupsOfKind;

    @Endpoint.get('', Service, 'list')
    list(@PathId(doors.owner) owner: string, @Query() query: VersionQuery) {
      return this.groups.list(owner, query);
    }

    @Endpoint.put(':id', Service, 'set')
    @Takes(String, String, doors.set)
    set(@PathId(doors.owner) owner: string, @PathId('id') id: string, @Body() body: SetFeatureGroupBody) {
      return this.groups.set(owner, id, body);
    }

    @Endpoint.delete(':id', Service, 'remove')
    remove(@PathId(doors.owner) owner: string, @PathId('id') id: string) {
      return this.groups.remove(owner, id);
    }
  }
  return FeatureGroupsController;
}
