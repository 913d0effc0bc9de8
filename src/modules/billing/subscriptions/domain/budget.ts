import { requirePrice } from '#libs/business/pricing/amount';
import { minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import { parseDecimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { PricingType } from '#modules/catalog/package-versions';

/** As callers send and are told it. Spec: Budget */
export interface BudgetTerms {
  limit: number;
  hasSoftLimit: boolean;
}

/** The most that usage may cost in a billing period, as a subscription holds it: it lies in JSON. Domain: customers-subscriptions O3 */
export interface HeldBudget {
  /** Exact decimal text, in the currency of the subscription. */
  limit: string;
  hasSoftLimit: boolean;
  /** Of its trial only, from the plan. Domain: customers-subscriptions T8 */
  isOfTrial?: true;
}

/** What it is for. */
interface Budgeted {
  planId: string;
  pricingType: PricingType;
  /** Null where nothing is priced in money. */
  currency: CurrencyCode | null;
}

/**
 * The budget that a request asks for: undefined leaves it, null takes it away. Domain: customers-subscriptions O3
 * @throws UnsupportedParameter for a plan without prices; BadUserInput, AmountTooLarge for a limit that is no amount of its currency
 */
export function budgetAsked(
  asked: BudgetTerms | null | undefined,
  { planId, pricingType, currency }: Budgeted,
): HeldBudget | null | undefined {
  if (asked == null) return asked;
  if (pricingType !== 'PAID') {
    const message = `budget: plan ${planId} is ${pricingType} and its usage has no price; leave budget out`;
    throw new DomainError('UnsupportedParameter', message);
  }
  const limit = parseDecimal(asked.limit, 'budget.limit');
  requirePrice(limit, 'budget.limit');
  if (currency !== null && limit.decimalPlaces() > minorUnitDigits(currency))
    throw badInput(`budget.limit has more decimals than ${currency} has; round it to the minor unit`);
  return { limit: limit.toFixed(), hasSoftLimit: asked.hasSoftLimit };
}

/**
 * With which a subscription begins: the one that is asked for, none where that is null, else that of its trial.
 * Domain: customers-subscriptions O3, T8
 */
export function budgetAtBegin(
  asked: HeldBudget | null | undefined,
  ofTrial: { limit: string; hasSoftLimit: boolean } | null | undefined,
): HeldBudget | null {
  if (asked !== undefined || !ofTrial) return asked ?? null;
  return { limit: ofTrial.limit, hasSoftLimit: ofTrial.hasSoftLimit, isOfTrial: true };
}

/** That of the trial ends with it. Domain: customers-subscriptions T8 */
export const afterTrial = (budget: HeldBudget | null): HeldBudget | null =>
  budget?.isOfTrial ? null : budget;

/** As it is told. Domain: customers-subscriptions S1 */
export const toldBudget = (budget: HeldBudget | null): BudgetTerms | null =>
  budget && { limit: Number(budget.limit), hasSoftLimit: budget.hasSoftLimit };
