import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/context/remembered';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Within } from '#libs/use-cases/use-case';
import { CustomCurrenciesService, type StoredCurrency } from '#modules/catalog/custom-currencies';
import { FeaturesService } from '#modules/catalog/features';
import { ChargesRepository, type ChargesAmong } from './charges.repository';
import { Charge, chargedCurrencyUids, chargedFeatureUids } from './domain/charge';
import type { CreditRateRequest, PricesRequest } from './domain/charge-request';
import { readCharges } from './domain/charge-set';
import { rateOf, type Rate } from './domain/credit-rate';
import { namedIn } from './domain/references';

/** Price rows of package versions, for the module that owns those versions. */
@Injectable()
export class ChargesService {
  constructor(
    private readonly charges: ChargesRepository,
    private readonly features: FeaturesService,
    private readonly currencies: CustomCurrenciesService,
    private readonly clock: Clock,
  ) {}

  /**
   * All rows of the version from now on, and no other. Domain: catalog R1
   * @param billingId the caller's id of them at a billing provider
   * @throws FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError and what `readCharges` throws
   */
  @Within()
  async replace(packageVersionUid: string, asked: PricesRequest, billingId: string | null): Promise<void> {
    const { featureIds, currencyIds } = namedIn(asked);
    const features = await this.features.findAll(featureIds);
    const currencies = await this.currencies.findAll(currencyIds);
    for (const feature of features.values()) feature.requireUsable();
    for (const currency of currencies.values()) currency.requireLive();
    const read = readCharges(asked, { features, currencies });
    const now = this.clock.now();
    // Lists begin with the newest, and a reader expects the order of the request.
    const charges = read.reverse().map(({ terms }) => Charge.of(terms, packageVersionUid, billingId, now));
    await this.charges.removeOf(packageVersionUid);
    await this.charges.insertAll(charges);
  }

  @Within()
  clear(packageVersionUid: string): Promise<void> {
    return this.charges.removeOf(packageVersionUid);
  }

  @Within()
  billAs(packageVersionUid: string, billingId: string): Promise<void> {
    return this.charges.billAs(packageVersionUid, billingId, this.clock.now());
  }

  /**
   * Domain: catalog L3, P7
   * @param targets uid of the version that gets the copy, by uid of the version that is copied
   * @param isBilled a billing provider knows the copies by the same ids
   */
  @Within()
  async copyAll(targets: ReadonlyMap<string, string>, { isBilled }: { isBilled: boolean }): Promise<void> {
    const byVersion = await this.charges.ofVersions([...targets.keys()]);
    const now = this.clock.now();
    const copies = [...targets].flatMap(([from, to]) =>
      (byVersion.get(from) ?? []).reverse().map((charge) => charge.copyTo(to, now)),
    );
    if (!isBilled) for (const copy of copies) copy.billingId = null;
    await this.charges.insertAll(copies);
  }

  /** In the order of a list. */
  @Within()
  async of(packageVersionUid: string): Promise<Charge[]> {
    return (await this.charges.ofVersions([packageVersionUid])).get(packageVersionUid) ?? [];
  }

  /** By version, each in the order of a list. */
  @Within()
  @Remembered()
  ofVersions(versionUids: readonly string[]): Promise<Map<string, Charge[]>> {
    return this.charges.ofVersions(versionUids);
  }

  /** Versions with a price of the feature. */
  @Within()
  ofFeature(featureUid: string): Promise<string[]> {
    return this.charges.versionsPricing(featureUid);
  }

  /** Versions with a price of the currency, or in it. */
  @Within()
  ofCurrency(currencyUid: string): Promise<string[]> {
    return this.charges.versionsInCurrency(currencyUid);
  }

  /** @throws BadUserInput for a cursor that names no charge of this environment */
  @Within()
  list(packageVersionUid: string, among: ChargesAmong, request: PageRequest): Promise<Page<Charge>> {
    return this.charges.list(packageVersionUid, among, request);
  }

  /**
   * Rates of usage that stand on no row of a package, each at the place where it was asked for. Domain: catalog R12; credits F1, F3
   * @throws CustomCurrencyNotFound, EntityIsArchivedError; BadUserInput, AmountTooLarge as `rateOf`
   */
  @Within()
  async ratesOf(asked: readonly (Placed<CreditRateRequest> | undefined)[]): Promise<(Rate | undefined)[]> {
    const named = asked.filter((each) => each !== undefined);
    if (named.length === 0) return [];
    const ids = named.map(({ asked: { currencyId }, at }) => ({ asked: currencyId, ...(at && { at }) }));
    const currencies = await this.currencies.findPlaced(ids);
    await eachPlaced(ids, (id) => currencies.get(id)?.requireLive());
    return asked.map(
      (each) =>
        each && rateOf(each.asked, currencies.get(each.asked.currencyId) as StoredCurrency, each.at ?? ''),
    );
  }

  /** What the rows refer to may have been archived since. @throws EntityIsArchivedError. Domain: catalog F9, R12 */
  @Within()
  async requireLiveReferences(charges: readonly Charge[]): Promise<void> {
    const features = await this.features.byUids(chargedFeatureUids(charges));
    const currencies = await this.currencies.byUids(chargedCurrencyUids(charges));
    for (const feature of features.values()) feature.requireUsable();
    for (const currency of currencies.values()) currency.requireLive();
  }
}
