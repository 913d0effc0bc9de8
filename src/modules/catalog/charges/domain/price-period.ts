import { priceScale } from '#libs/business/pricing/amount';
import type { TiersMode } from '#libs/business/pricing/tiers';
import { isCountryCode } from '#libs/business/values/country';
import { parseDecimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { PricePeriodRequest } from './charge-request';
import { noPrice, type PriceTerms } from './charge-terms';
import { rateOf } from './credit-rate';
import { priceOf, tiersOf } from './money';
import type { NamedReferences } from './references';

/**
 * What one row of a model charges. Which fields it may have was asked before. Domain: catalog R3, R4, R12
 * @throws BadUserInput, AmountTooLarge, CustomCurrencyNotFound
 */
export function chargedBy(
  asked: PricePeriodRequest,
  tiersMode: TiersMode | undefined,
  { currencies }: Pick<NamedReferences, 'currencies'>,
  at: string,
): PriceTerms {
  const { creditRate, tiers, price, blockSize } = asked;
  if (creditRate) {
    const currency = currencies.get(creditRate.currencyId);
    if (!currency) throw new DomainError('CustomCurrencyNotFound', `${creditRate.currencyId} was not found`);
    return rateOf(creditRate, currency, `${at}.creditRate`);
  }
  if (tiers) {
    if (!tiersMode) throw badInput(`${at}.tiers need tiersMode VOLUME or GRADUATED on their model`);
    return { ...noPrice, ...tiersOf(tiers, `${at}.tiers`), tiersMode };
  }
  const block = blockSize === undefined ? null : blockOf(blockSize, `${at}.blockSize`);
  return { ...noPrice, ...(price && priceOf(price, `${at}.price`)), blockSize: block };
}

function blockOf(blockSize: number, at: string): string {
  const size = parseDecimal(blockSize, at);
  if (!size.greaterThan(0) || size.greaterThan(Number.MAX_SAFE_INTEGER)) {
    throw badInput(`${at} must be above 0 and at most ${Number.MAX_SAFE_INTEGER}`);
  }
  if (size.decimalPlaces() > priceScale) throw badInput(`${at} has more than ${priceScale} decimals`);
  return size.toFixed();
}

/** Null is the default row. Bodies are exact, so the case is too. @throws BadUserInput. Domain: catalog R7 */
export function countryOf({ billingCountryCode }: PricePeriodRequest, at: string): string | null {
  if (billingCountryCode === undefined) return null;
  if (isCountryCode(billingCountryCode)) return billingCountryCode;
  throw badInput(
    `${at}.billingCountryCode must be a country code of ISO 3166-1 in upper case, such as US or DE`,
  );
}
