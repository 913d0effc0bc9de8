import { Injectable } from '@nestjs/common';
import { asksInPublic } from '#libs/context/request-context';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { Extensions, Survey } from '#libs/messaging/extensions';
import { Within } from '#libs/use-cases/use-case';
import { ChargesService, PackageCharge, pricedCharges } from '#modules/catalog/charges';
import { type PackageKind, PackageSelectionService } from '#modules/catalog/package-versions';
import { requireCountry, requireOneCountry, rowsOf } from './domain/prices-of-country';
import type { ListChargesQuery } from './package-charges.inputs';

/** On which of these versions does a live subscription stand? */
export const liveVersions = new Survey<{ versionUids: readonly string[] }>('package.live-versions');

/** What readers of the catalog ask about prices. */
@Injectable()
export class PackageChargesService {
  constructor(
    private readonly packages: PackageSelectionService,
    private readonly charges: ChargesService,
    private readonly extensions: Extensions,
  ) {}

  /**
   * Of the version that a reader of the package is told, or of the selected one. Domain: catalog L5
   * @throws PlanNotFound, AddonNotFound, BadUserInput, FetchAllCountriesPricesNotAllowed
   */
  @Within()
  async list(
    kind: PackageKind,
    id: string,
    isOverage: boolean,
    query: ListChargesQuery,
  ): Promise<Page<PackageCharge>> {
    const { version, status, billingCountryCode } = query;
    requireCountry(billingCountryCode);
    const { version: told } = await this.packages.told(kind, id, { version, status });
    const versionUid = told.uid;
    const ids = await this.rowsFor(versionUid, billingCountryCode);
    const page = await this.charges.list(versionUid, { isOverage, ids }, pageRequestOf(query));
    const isUsed = (await this.extensions.survey(liveVersions, { versionUids: [versionUid] })).has(
      versionUid,
    );
    return mapPage(page, (charge) => PackageCharge.from(charge, isUsed));
  }

  /** Undefined: all. */
  private async rowsFor(versionUid: string, country: string | undefined): Promise<string[] | undefined> {
    if (country === undefined && !asksInPublic()) return undefined;
    const charges = pricedCharges(await this.charges.of(versionUid), null);
    if (country !== undefined) return rowsOf(charges, country);
    requireOneCountry(charges);
    return undefined;
  }
}
