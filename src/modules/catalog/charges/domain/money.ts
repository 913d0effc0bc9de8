import { requirePrice } from '#libs/business/pricing/amount';
import { requireTiers } from '#libs/business/pricing/require-tiers';
import type { Tier } from '#libs/business/pricing/tiers';
import type { CurrencyCode } from '#libs/business/values/currency';
import { type Decimal, parseDecimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { MoneyRequest, TierRequest } from './charge-request';
import type { PriceTerms, StoredTier } from './charge-terms';

// Spec: the currency of Money is optional. Choice: then US dollars, the first of the contract's list.
const defaultCurrency: CurrencyCode = 'usd';

const exact = (money: MoneyRequest, at: string): Decimal => parseDecimal(money.amount, `${at}.amount`);

/** @throws BadUserInput, AmountTooLarge naming the amount. Domain: catalog C7, R9 */
export function priceOf(money: MoneyRequest, at: string): Pick<PriceTerms, 'price' | 'currency'> {
  const amount = exact(money, at);
  requirePrice(amount, `${at}.amount`);
  return { price: amount.toFixed(), currency: money.currency ?? defaultCurrency };
}

/** @throws BadUserInput, AmountTooLarge naming the tier. Domain: catalog R4, R9 */
export function tiersOf(asked: readonly TierRequest[], at: string): Pick<PriceTerms, 'tiers' | 'currency'> {
  const tiers = asked.map((tier, index) => tierOf(tier, `${at}[${index}]`));
  requireTiers(tiers, at);
  return { tiers: tiers.map(stored), currency: currencyOf(asked, at) };
}

function tierOf({ upTo, unitPrice, flatPrice }: TierRequest, at: string): Tier {
  return {
    upTo: upTo == null ? null : parseDecimal(upTo, `${at}.upTo`),
    unitPrice: unitPrice ? exact(unitPrice, `${at}.unitPrice`) : null,
    flatPrice: flatPrice ? exact(flatPrice, `${at}.flatPrice`) : null,
  };
}

function currencyOf(asked: readonly TierRequest[], at: string): CurrencyCode {
  const prices = asked.flatMap(({ unitPrice, flatPrice }) => [unitPrice, flatPrice]);
  const currencies = new Set(prices.flatMap((price) => (price ? [price.currency ?? defaultCurrency] : [])));
  const [currency, other] = currencies;
  if (currency === undefined) throw badInput(`${at} needs a unitPrice or a flatPrice in one of its tiers`);
  if (other === undefined) return currency;
  throw badInput(`${at} has prices in ${currency} and ${other}; send one currency with every price`);
}

const stored = ({ upTo, unitPrice, flatPrice }: Tier): StoredTier => ({
  upTo: upTo?.toFixed() ?? null,
  unitPrice: unitPrice?.toFixed() ?? null,
  flatPrice: flatPrice?.toFixed() ?? null,
});
