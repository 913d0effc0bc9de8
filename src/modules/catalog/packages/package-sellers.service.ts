import { Injectable } from '@nestjs/common';
import { ChargesService } from '#modules/catalog/charges';
import { VersionEntitlementsService } from '#modules/catalog/package-entitlements';
import { type PackageKind, PackageSelectionService } from '#modules/catalog/package-versions';

/** A package on sale. */
export interface Seller {
  type: PackageKind;
  id: string;
  displayName: string;
}

/** What is on sale and refers to a thing of a lower module. Domain: catalog F9, credits Y2 */
@Injectable()
export class PackageSellersService {
  constructor(
    private readonly packages: PackageSelectionService,
    private readonly entitlements: VersionEntitlementsService,
    private readonly charges: ChargesService,
  ) {}

  /** Packages whose live version grants or prices the feature, or has credits that depend on it; addons before plans. */
  async ofFeature(featureUid: string): Promise<Seller[]> {
    const granting = await this.entitlements.ofFeature(featureUid);
    return this.onSale([...granting, ...(await this.charges.ofFeature(featureUid))]);
  }

  /** Those whose live version grants, sells or is paid in credits of the currency. */
  async ofCurrency(currencyUid: string): Promise<Seller[]> {
    const granting = await this.entitlements.ofCurrency(currencyUid);
    return this.onSale([...granting, ...(await this.charges.ofCurrency(currencyUid))]);
  }

  private async onSale(versionUids: readonly string[]): Promise<Seller[]> {
    const sellers = await this.packages.onSale([...new Set(versionUids)]);
    return sellers.map(({ kind: type, id, displayName }) => ({ type, id, displayName }));
  }
}
