import { Injectable } from '@nestjs/common';
import { AddonsService } from '#modules/catalog/addons';
import {
  PackageCatalogService,
  PackageEntitlementsService,
  PackageFeatureGroupsService,
  PackageSnapshotsService,
  type PackageSnapshot,
} from '#modules/catalog/packages';
import { addonForm, type AddonDocument } from '../domain/addon-form';
import { PackagePart } from './package-part';

@Injectable()
export class AddonPart extends PackagePart<AddonDocument> {
  readonly form = addonForm;
  protected readonly packageKind = 'ADDON';
  protected readonly links = { dependencies: null, maxQuantity: null };

  constructor(
    snapshots: PackageSnapshotsService,
    catalog: PackageCatalogService,
    packages: AddonsService,
    entitlements: PackageEntitlementsService,
    featureGroups: PackageFeatureGroupsService,
  ) {
    super({ snapshots, catalog, packages, entitlements, featureGroups });
  }

  protected linksOf({ version }: PackageSnapshot): Partial<AddonDocument> {
    return { dependencies: version.dependencies?.map(({ id }) => id), maxQuantity: version.maxQuantity };
  }
}
