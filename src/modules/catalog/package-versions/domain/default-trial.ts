import { requirePrice } from '#libs/business/pricing/amount';
import { parseDecimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { PricingType } from './package-kind';

export type TrialUnit = 'DAY' | 'MONTH';
export type TrialEndBehavior = 'CONVERT_TO_PAID' | 'CANCEL_SUBSCRIPTION';

/** Spec: DefaultTrialConfig */
export interface DefaultTrialRequest {
  duration: number;
  units: TrialUnit;
  trialEndBehavior?: TrialEndBehavior | null;
  budget?: { limit: number; hasSoftLimit: boolean } | null;
}

/** The trial that new subscriptions to a plan start with. Domain: catalog T1 */
export interface DefaultTrial {
  duration: number;
  units: TrialUnit;
  trialEndBehavior: TrialEndBehavior;
  /** The most that usage may be worth during the trial, exact decimal text. */
  budget: { limit: string; hasSoftLimit: boolean } | null;
}

// Choice: 27 years of days, so that every trial ends at an instant that the calendar has.
const longest = 9_999;

/** @throws BadUserInput, AmountTooLarge. Domain: catalog T1 */
export function defaultTrialOf({ budget, ...asked }: DefaultTrialRequest): DefaultTrial {
  const { duration, units, trialEndBehavior } = asked;
  if (!Number.isInteger(duration) || duration < 1 || duration > longest) {
    throw badInput(`defaultTrialConfig.duration must be a whole number from 1 to ${longest}`);
  }
  const limit = budget && parseDecimal(budget.limit, 'defaultTrialConfig.budget.limit');
  if (limit) requirePrice(limit, 'defaultTrialConfig.budget.limit');
  return {
    duration,
    units,
    trialEndBehavior: trialEndBehavior ?? 'CANCEL_SUBSCRIPTION',
    budget: budget && limit ? { limit: limit.toFixed(), hasSoftLimit: budget.hasSoftLimit } : null,
  };
}

/** Nothing is tried that costs nothing anyway. @throws BadUserInput. Domain: catalog T1 */
export function requireTrialOfPaidPlan(trial: DefaultTrial | null, pricingType: PricingType | null): void {
  if (trial === null || pricingType !== 'FREE') return;
  throw badInput('defaultTrialConfig: a FREE plan has no trial; send null, or another pricingType');
}
