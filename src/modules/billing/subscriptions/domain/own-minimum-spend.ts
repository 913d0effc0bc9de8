import type { MinimumSpend } from '#libs/business/pricing/minimum-spend';
import type { Share } from '#libs/business/pricing/share';
import type { CurrencyCode } from '#libs/business/values/currency';
import { exactPriceOf, moneyOf, type ExactPrice } from '#libs/business/values/flat-price';
import { Decimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';

/** Spec: MinimumSpend */
export interface MinimumSpendRequest {
  amount?: number;
  currency?: CurrencyCode;
}

/**
 * A floor of the subscription itself, as it is kept. Domain: customers-subscriptions O2
 * @param currency of the subscription, in which it is where it names none
 * @throws BadUserInput, AmountTooLarge
 */
export function ownMinimumOf(
  { amount, currency: asked }: MinimumSpendRequest,
  currency: CurrencyCode | null,
): ExactPrice {
  if (amount === undefined) throw badInput('minimumSpend.amount is required and must be a number');
  if (asked !== undefined && asked !== currency)
    throw badInput(
      `minimumSpend.currency: the subscription is priced in ${String(currency)}; send ${String(currency)}, or leave currency out`,
    );
  if (currency === null) throw badInput('minimumSpend.currency must be set; the plan has no price in money');
  return exactPriceOf(moneyOf({ amount, currency }, 'minimumSpend'));
}

/** In the place of the plan's, shared out on a short period like it; null leaves the plan's. Domain: customers-subscriptions O2 */
export const ownFloorOf = (
  { minimumSpend }: { minimumSpend?: ExactPrice },
  share: Share | null,
): MinimumSpend | null =>
  minimumSpend ? { amount: new Decimal(minimumSpend.amount), currency: minimumSpend.currency, share } : null;
