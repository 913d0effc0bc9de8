import { Injectable } from '@nestjs/common';
import { AddonsService } from '#modules/addons';
import {
  PackageCatalogService,
  PackageEntitlementsService,
  PackageFeatureGroupsService,
  PackageMarketService,
  type PackageOnMarket,
} from '#modules/packages';
import { addonForm, type AddonDocument } from '../domain/addon-form';
import { PackagePart } from './package-part';

@Injectable()
export class AddonPart extends PackagePart<AddonDocument> {
  readonly form = addonForm;
  protected readonly packageKind = 'ADDON';
  protected readonly links = { dependencies: null, maxQuantity: null };

  constructor(
    market: PackageMarketService,
    catalog: PackageCatalogService,
    packages: AddonsService,
    entitlements: PackageEntitlementsService,
    featureGroups: PackageFeatureGroupsService,
  ) {
    super({ market, catalog, packages, entitlements, featureGroups });
  }

  protected linksOf({ version }: PackageOnMarket): Partial<AddonDocument> {
    return { dependencies: version.dependencies?.map(({ id }) => id), maxQuantity: version.maxQuantity };
  }
}
