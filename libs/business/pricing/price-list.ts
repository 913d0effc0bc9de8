import { type CurrencyCode } from '#libs/business/values/currency';
import { type Charge } from './charge';

/** The rows that price a subscription: of one country and one currency (catalog R9, kept when rows are written). */
export interface PriceList {
  /** Null: the default rows. */
  readonly countryCode: string | null;
  /** Null where nothing is priced in money. */
  readonly currency: CurrencyCode | null;
  readonly charges: readonly Charge[];
}

/** Rows that stand for each other in different countries. Domain: catalog R1. */
export const combinationOf = (charge: Charge): string =>
  JSON.stringify([
    charge.billingModel,
    charge.billingPeriod,
    charge.billingCadence,
    charge.addonId,
    charge.featureId,
    charge.customCurrencyId,
    charge.isOverage,
    charge.isTopUp,
  ]);

/** Countries that have rows of their own, in the order of the alphabet. */
export const countriesOf = (charges: readonly Charge[]): string[] => {
  const countries = charges.flatMap(({ billingCountryCode }) => billingCountryCode ?? []);
  return [...new Set(countries)].sort();
};

/** The rows of a country, and the default row where it has none of the same combination. Domain: catalog R7. */
export const inCountry = (charges: readonly Charge[], countryCode: string | null): Charge[] => {
  const own = charges.filter(({ billingCountryCode }) => billingCountryCode === countryCode);
  const replaced = new Set(own.map(combinationOf));
  return charges.filter(
    (charge) =>
      charge.billingCountryCode === countryCode ||
      (charge.billingCountryCode === null && !replaced.has(combinationOf(charge))),
  );
};

/** What decides between price lists, as far as it is known. */
export interface Buyer {
  readonly countryCode: string | null;
  /** Of the price overrides, then of the customer. */
  readonly currencies: readonly (CurrencyCode | null)[];
}

/**
 * The list of the first wished currency that any row has, else of the buyer's country, else the default one. Among lists
 * of the wished currency the buyer's country comes first, then the default, then the alphabet.
 * Nothing converts currencies. Domain: contracts-billing R4; catalog R7.
 */
export const priceListFor = (charges: readonly Charge[], { countryCode, currencies }: Buyer): PriceList => {
  const countries = countriesOf(charges);
  const own = listOf(charges, countries.find((country) => country === countryCode) ?? null);
  const lists = [own, ...[null, ...countries].map((country) => listOf(charges, country))];
  const wished = currencies.filter((currency) => currency !== null);
  const found = wished.find((currency) => lists.some((list) => list.currency === currency));
  return lists.find((list) => list.currency === found) ?? own;
};

const listOf = (charges: readonly Charge[], countryCode: string | null): PriceList => {
  const rows = inCountry(charges, countryCode);
  const priced = rows.find(({ currency }) => currency !== null);
  return { countryCode, currency: priced?.currency ?? null, charges: rows };
};
