import type { Charge } from '#libs/business/pricing/charge';
import { countriesOf, inCountry } from '#libs/business/pricing/price-list';
import { isCountryCode } from '#libs/business/values/country';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';

/** @throws BadUserInput */
export function requireCountry(code: string | undefined): void {
  if (code === undefined || isCountryCode(code)) return;
  throw badInput('billingCountryCode must be a country code of ISO 3166-1 in upper case, such as US or DE');
}

/** Ids of the rows on which a buyer of the country buys. Domain: catalog R7 */
export const rowsOf = (charges: readonly Charge[], country: string): string[] =>
  inCountry(charges, country).map(({ ref }) => ref);

/** Where countries pay different prices, a page that anybody may read shows those of one. @throws FetchAllCountriesPricesNotAllowed. Domain: catalog R7 */
export function requireOneCountry(charges: readonly Charge[]): void {
  if (countriesOf(charges).length === 0) return;
  const message =
    'billingCountryCode: prices differ by country, and a publishable key is told those of one; name it';
  throw new DomainError('FetchAllCountriesPricesNotAllowed', message);
}
