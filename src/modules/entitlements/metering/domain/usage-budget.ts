import { pricedUsage, type UsagePrice } from '#libs/business/pricing/usage-price';
import { minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import { soldUnits, type UnitTransformation } from '#libs/business/values/unit-transformation';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Decimal } from '#libs/kernel/decimal';
import { windowOf, type AnchoredRule } from './counter';
import type { UsageWindow } from './usage-window';

/** A feature whose usage costs something, with what it costs: several prices add up. */
export interface PricedFeature {
  uid: string;
  /** A running level that no period begins anew. */
  isGauge: boolean;
  unitTransformation: UnitTransformation | null;
  prices: readonly UsagePrice[];
}

/** The most that usage of a subscription may cost in a period. Domain: customers-subscriptions O3, T8 */
export interface UsageBudget {
  /** Exact text. */
  limit: string;
  /** A soft one denies nobody, and is told of all the same. */
  isSoft: boolean;
  currency: CurrencyCode;
  /** Its periods. */
  rule: AnchoredRule;
  features: readonly PricedFeature[];
  /** Among the budgets of its level: names what was spent of it. */
  place: number;
}

/** Reported units of each feature, by uid. */
export type SpentUsage = Readonly<Record<string, number>>;

/** What was used of what a budget prices, and since when: absent features were not. */
export interface PeriodSpend {
  /** Milliseconds, where the period begins that it was counted in; null before anything was. */
  start: number | null;
  used: SpentUsage;
}

export const periodOf = ({ rule }: UsageBudget, at: Date): UsageWindow => windowOf(rule, at);

/** In the period that runs: in a new one nothing was used yet, but levels go on. Domain: entitlements-usage A8, W10 */
export function usedIn(
  { features }: UsageBudget,
  { start: from }: UsageWindow,
  spend: PeriodSpend,
): SpentUsage {
  if (spend.start === from.getTime()) return spend.used;
  const levels = features.filter(({ uid, isGauge }) => isGauge && spend.used[uid] !== undefined);
  return Object.fromEntries(levels.map(({ uid }) => [uid, spend.used[uid] as number]));
}

/** The lines of a bill of this usage, added up. Domain: customers-subscriptions O3 */
export function spentOf({ features, currency }: UsageBudget, used: SpentUsage): Decimal {
  const digits = minorUnitDigits(currency);
  let spent = new Decimal(0);
  for (const { uid, unitTransformation, prices } of features) {
    const sold = Decimal.max(0, soldUnits(used[uid] ?? 0, unitTransformation));
    for (const price of prices) spent = spent.plus(pricedUsage(price, sold, digits));
  }
  return spent;
}

export const isSpent = (budget: UsageBudget, used: SpentUsage): boolean =>
  spentOf(budget, used).gte(budget.limit);

/** Does it deny whoever asks now? Domain: customers-subscriptions O3 */
export const deniesAt = (budget: UsageBudget, spend: PeriodSpend | undefined, at: Date): boolean =>
  !budget.isSoft && isSpent(budget, spend ? usedIn(budget, periodOf(budget, at), spend) : {});

/**
 * Giving back is never refused. Domain: entitlements-usage Q12
 * @throws EntitlementLimitExceededError naming the reason that a check would give
 */
export function requireUnspent(budget: UsageBudget, used: SpentUsage, delta: number): void {
  if (budget.isSoft || delta < 0 || !isSpent(budget, used)) return;
  const spent = spentOf(budget, used).toFixed(minorUnitDigits(budget.currency));
  throw new DomainError(
    'EntitlementLimitExceededError',
    `BudgetExceeded: usage of ${spent} ${budget.currency} has reached the budget of ${budget.limit}, and nothing of this request was counted`,
  );
}
