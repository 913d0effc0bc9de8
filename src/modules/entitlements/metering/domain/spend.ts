import {
  isSpent,
  periodOf,
  requireUnspent,
  usedIn,
  type PeriodSpend,
  type UsageBudget,
} from './usage-budget';

/** What a report or an event spends of a budget. */
export interface Spending {
  budget: UsageBudget;
  /** Refused where the budget is spent, as a check is. */
  isEnforced: boolean;
  /** Key or user that tells of the usage. */
  reporter: string;
}

/** Whose level, and which of its budgets. */
export interface SpendKey {
  customerUid: string;
  resourceKey: string;
  place: number;
}

/** What was used of a budget, as its row was locked: nobody else counts for it meanwhile. */
export interface Spend extends PeriodSpend {
  key: SpendKey;
  /** Of the source that declared it. */
  sourceKey: string;
  /** Start of the period in which it was told that the budget was reached, in milliseconds. */
  told: number | null;
  isReached: boolean;
  /** By whom, where it is to be told of with this commit. */
  reachedBy?: string;
}

/** @throws EntitlementLimitExceededError naming BudgetExceeded. Domain: entitlements-usage Q12 */
export function requireBudget(
  { budget, isEnforced }: Spending,
  spend: Spend,
  delta: number,
  now: Date,
): void {
  if (isEnforced) requireUnspent(budget, usedIn(budget, periodOf(budget, now), spend), delta);
}

/**
 * What a feature was used in the period that runs now, by its own counter. Told once a period, whatever is given back, raised or priced
 * otherwise meanwhile. Domain: customers-subscriptions O3
 * @param usage undefined where what was counted lies in another period
 */
export function spendOn(
  spend: Spend,
  { budget, reporter }: Spending,
  featureUid: string,
  usage: number | undefined,
  now: Date,
): void {
  const period = periodOf(budget, now);
  const start = period.start.getTime();
  const before = usedIn(budget, period, spend);
  spend.used = usage === undefined ? before : { ...before, [featureUid]: usage };
  spend.start = start;
  spend.isReached = isSpent(budget, spend.used);
  if (!spend.isReached || spend.told === start) return;
  spend.told = start;
  spend.reachedBy = reporter;
}

export const spendId = ({ customerUid, resourceKey, place }: SpendKey): string =>
  `${customerUid}/${resourceKey}/${place}`;
