import { wholeList, one } from '#libs/context/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import {
  PackageFeatureGroupsService,
  PackageFeatureGroup,
  type VersionQuery,
} from '#modules/catalog/packages';
import type { SetAddonFeatureGroupBody } from './addons.inputs';

/** Feature groups on the draft of an addon. The refusals of each are told where PackageFeatureGroupsService makes them. */
@Injectable()
export class AddonFeatureGroupsService {
  constructor(private readonly groups: PackageFeatureGroupsService) {}

  /** Of the draft, else of the latest version; in the order in which they came. @throws AddonNotFound */
  @UseCase('listAddonFeatureGroups', {
    needs: 'addons:read',
    answers: wholeList(PackageFeatureGroup),
    summary: 'List the feature groups of an addon.',
  })
  async list(addonId: string, selection: VersionQuery): Promise<PackageFeatureGroup[]> {
    return this.groups.list('ADDON', addonId, selection);
  }

  /** @throws FeatureGroupMissingFeaturesError, FeatureNotBelongToFeatureGroupError beside those of new entitlements */
  @UseCase('setAddonFeatureGroup', {
    needs: 'addons:write',
    answers: one(PackageFeatureGroup),
    summary: 'Put a feature group on the draft of an addon.',
  })
  async set(addonId: string, id: string, body: SetAddonFeatureGroupBody): Promise<PackageFeatureGroup> {
    return this.groups.set('ADDON', addonId, id, body.entitlements ?? []);
  }

  @UseCase('removeAddonFeatureGroup', {
    needs: 'addons:write',
    answers: one(PackageFeatureGroup),
    summary: 'Take a feature group off the draft of an addon.',
  })
  async remove(addonId: string, id: string): Promise<PackageFeatureGroup> {
    return this.groups.remove('ADDON', addonId, id);
  }
}
