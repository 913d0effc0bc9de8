import { parseDecimal, toCredits } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import type { CreditRateRequest } from './charge-request';
import { noPrice, type PriceTerms } from './charge-terms';
import { parseCostFormula } from './cost-formula';

/** What a row, or a price of a subscription itself, says of usage that is paid in credits. */
export type Rate = Pick<PriceTerms, 'costFormula'> & {
  [Field in 'rateAmount' | 'rateCurrencyUid' | 'rateCurrencyId']: string;
};

/**
 * Usage that is paid in credits. Domain: catalog R12, credits F1, F3
 * @throws BadUserInput, AmountTooLarge
 */
export function rateOf(asked: CreditRateRequest, currency: StoredCurrency, at: string): PriceTerms & Rate {
  const amount = toCredits(parseDecimal(asked.amount, `${at}.amount`), `${at}.amount`);
  if (!amount.greaterThan(0)) throw badInput(`${at}.amount must be above 0, rounded to 9 decimals`);
  if (asked.costFormula !== undefined) parseCostFormula(asked.costFormula, `${at}.costFormula`);
  return {
    ...noPrice,
    rateAmount: amount.toFixed(),
    rateCurrencyUid: currency.uid,
    rateCurrencyId: currency.id,
    costFormula: asked.costFormula ?? null,
  };
}
