/** What lives are made of: plans, requests and the calendar, without a line of the service. Instants are milliseconds. */

export type Behavior = 'CONVERT_TO_PAID' | 'CANCEL_SUBSCRIPTION';
export type Action = 'DEFAULT' | 'REVOKE_ENTITLEMENTS';
export type Strategy = 'IMMEDIATE' | 'END_OF_BILLING_PERIOD';
export type EndTime = 'IMMEDIATE' | 'END_OF_BILLING_PERIOD' | 'SPECIFIC_DATE';

export interface Plan {
  pricing: 'FREE' | 'PAID' | 'CUSTOM';
  limit: number;
  /** A month. */
  price: number;
  /** Of a billing period; one where nothing is said. */
  months?: number;
  /** With which it begins where nothing is said. */
  trial?: { days: number; behavior: Behavior } | { months: number; behavior: Behavior };
}

/** Those of `Story`. */
export const plansOfModel = {
  free: { pricing: 'FREE', limit: 10, price: 0 },
  basic: { pricing: 'PAID', limit: 100, price: 19 },
  pro: { pricing: 'PAID', limit: 1000, price: 49 },
  agreed: { pricing: 'CUSTOM', limit: 5000, price: 0 },
  tried: { pricing: 'PAID', limit: 300, price: 29, trial: { days: 14, behavior: 'CONVERT_TO_PAID' } },
  ending: { pricing: 'PAID', limit: 300, price: 29, trial: { months: 1, behavior: 'CANCEL_SUBSCRIPTION' } },
  yearly: { pricing: 'PAID', limit: 700, price: 20, months: 12 },
} as const satisfies Record<string, Plan>;
export type PlanId = keyof typeof plansOfModel;

export interface Wish {
  plan: PlanId;
  strategy?: Strategy;
  startsAt?: number;
  endsAt?: number;
  trial?: { isTrial: boolean; endsAt?: number; behavior?: Behavior };
}

export interface End {
  time?: EndTime;
  at?: number;
  action?: Action;
}

/** What a change says of one that there is: another end of its trial, an end, or that there is none. */
export interface Patch {
  trialEndsAt?: number;
  endsAt?: number | null;
}

export type Refusal =
  | 'BadUserInput'
  | 'FutureUpdateNotFound'
  | 'InvalidCancellationDate'
  | 'InvalidSubscriptionStatus'
  | 'SchedulingAtEndOfBillingPeriod'
  | 'SubscriptionAlreadyCanceledOrExpired'
  | 'SubscriptionDoesNotHaveBillingPeriod'
  | 'SubscriptionNotFound'
  | 'TrialMustBeCancelledImmediately'
  | 'UnsupportedParameter';

/** As the interface tells it, the dates as texts. */
export type Told = readonly (string | null)[];

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
/** Calendar months, clamped to the length of the month. */
export function monthsLater(at: number, months: number): number {
  const day = new Date(at);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0)).getUTCDate();
  const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1);
  return first + (Math.min(day.getUTCDate(), last) - 1) * dayMs + (at % dayMs);
}

export const textOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const ranks = { FREE: 0, PAID: 1, CUSTOM: 2 };

/** Domain: customers-subscriptions D2 */
export function isLower(plan: PlanId, than: PlanId): boolean {
  const [one, other] = [plansOfModel[plan], plansOfModel[than]];
  const byType = ranks[one.pricing] - ranks[other.pricing];
  return byType === 0 ? one.price < other.price : byType < 0;
}
