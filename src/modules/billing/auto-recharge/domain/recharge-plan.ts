import { requireAmount } from '#libs/business/pricing/amount';
import { tariffOf } from '#libs/business/pricing/charge-tariff';
import { priceOf } from '#libs/business/pricing/tariff';
import { minorUnitDigits } from '#libs/business/values/currency';
import { Money } from '#libs/business/values/money';
import { Decimal, toCredits } from '#libs/kernel/decimal';
import { addMonths } from '#libs/kernel/period';
import type { TopUpPrice } from '#modules/billing/subscriptions';
import { thresholdOf, type ExpirationPeriod, type RechargeTerms } from './recharge-terms';

/** What is bought, and what it costs. */
export interface PlannedRecharge {
  amount: Decimal;
  cost: Money;
}

/** What a wallet needs: nothing, so many credits, or so many that the cap of the month forbids them. */
export type RechargePlan = { kind: 'ENOUGH' } | ({ kind: 'BUY' | 'CAPPED' } & PlannedRecharge);

/**
 * @param spent in the month that runs
 * @throws AmountTooLarge, InvalidArgumentError where the price does not fit the threshold any more. Domain: credits A2–A4
 */
export function planOf(
  terms: RechargeTerms,
  { balance, spent }: { balance: Decimal; spent: Decimal },
  price: TopUpPrice,
): RechargePlan {
  if (!balance.lessThan(thresholdOf(terms, price))) return { kind: 'ENOUGH' };
  const amount = toCredits(terms.targetBalance.minus(balance), 'targetBalance');
  const cost = costOf(amount, price);
  const { maxSpendLimit } = terms;
  const isCapped = maxSpendLimit !== null && spent.plus(cost.amount).greaterThan(maxSpendLimit);
  return { kind: isCapped ? 'CAPPED' : 'BUY', amount, cost };
}

/** As the price says it, with its blocks and tiers, up to the whole minor unit. @throws AmountTooLarge. Domain: credits A3 */
export function costOf(amount: Decimal, { charge, money }: TopUpPrice): Money {
  const exact = priceOf(tariffOf(charge, 'topUp'), amount).amount;
  const cost = exact.toDecimalPlaces(minorUnitDigits(money), Decimal.ROUND_UP);
  requireAmount(cost, 'the cost of the recharge');
  return Money.of(cost, money);
}

/** By which month a cap is counted: `2026-04`, of UTC. Domain: credits A4 */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** Per cent of the cap at which receivers are told. Domain: credits A4 */
const tellingPercents = [80, 90, 100] as const;

/** Those that are reached by going from one sum to another. */
export const percentsReached = (before: Decimal, after: Decimal, cap: Decimal): number[] =>
  tellingPercents.filter((percent) => {
    const at = cap.times(percent).div(100);
    return before.lessThan(at) && after.greaterThanOrEqualTo(at);
  });

/** When what is bought now ends. Domain: credits A6 */
export const endOf = (period: ExpirationPeriod, now: Date): Date =>
  addMonths(now, period === '1_MONTH' ? 1 : 12);
