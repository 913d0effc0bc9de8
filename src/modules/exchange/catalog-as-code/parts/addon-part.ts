import { Injectable } from '@nestjs/common';
import { AddonsService } from '#modules/catalog/addons';
import {
  PackageEntitlementsService,
  PackageFeatureGroupsService,
  VersionEntitlementsService,
} from '#modules/catalog/package-entitlements';
import { PackageSnapshotsService, type PackageSnapshot } from '#modules/catalog/packages';
import { addonForm, type AddonDocument } from '../domain/addon-form';
import { PackagePart } from './package-part';

@Injectable()
export class AddonPart extends PackagePart<AddonDocument> {
  readonly form = addonForm;
  protected readonly packageKind = 'ADDON';
  protected readonly links = { dependencies: null, maxQuantity: null };

  constructor(
    snapshots: PackageSnapshotsService,
    versions: VersionEntitlementsService,
    packages: AddonsService,
    entitlements: PackageEntitlementsService,
    featureGroups: PackageFeatureGroupsService,
  ) {
    super({ snapshots, versions, packages, entitlements, featureGroups });
  }

  protected linksOf({ version }: PackageSnapshot): Partial<AddonDocument> {
    return { dependencies: version.dependencies?.map(({ id }) => id), maxQuantity: version.maxQuantity };
  }
}
