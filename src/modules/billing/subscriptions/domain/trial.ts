import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { addDays, addMonths } from '#libs/kernel/period';
import type { PublishedPackage } from '#modules/catalog/packages';
import type { Life } from './subscription-life';
import type { DefaultTrial, TrialEndBehavior } from '#modules/catalog/package-versions';

/** A free trial, from the start of a subscription on. Domain: customers-subscriptions T1, T2, T4 */
export interface Trial {
  endsAt: Date;
  behavior: TrialEndBehavior;
}

/** With the instant at which its end is told; null once it was. Domain: customers-subscriptions T9 */
export interface ToldTrial extends Trial {
  endsSoonAt: Date | null;
}

/** What a caller says of it. */
export interface TrialRequest {
  isTrial: boolean;
  trialEndDate?: Date;
  trialEndBehavior?: TrialEndBehavior;
}

type TriedPlan = Pick<PublishedPackage, 'id' | 'pricingType' | 'defaultTrialConfig'>;

/** Days of 24 hours, or months of the calendar. Domain: customers-subscriptions T2 */
export const endOf = ({ duration, units }: DefaultTrial, start: Date): Date =>
  units === 'DAY' ? addDays(start, duration) : addMonths(start, duration);

/**
 * The trial with which a subscription to this plan begins: as it is asked for, else as the plan says. Domain: customers-subscriptions T1
 * @param start of the subscription
 * @returns null where it begins without one
 * @throws UnsupportedParameter on a FREE plan; BadUserInput where nothing says when it ends, and for an end that is over
 */
export function trialOf(
  plan: TriedPlan,
  asked: TrialRequest | undefined,
  start: Date,
  now: Date,
): Trial | null {
  const { defaultTrialConfig: usual } = plan;
  if (asked?.isTrial === false) return null;
  if (!asked && !usual) return null;
  if (plan.pricingType === 'FREE') {
    const message = `trialOverrideConfiguration: plan ${plan.id} is FREE and has nothing to try; send isTrial false`;
    throw new DomainError('UnsupportedParameter', message);
  }
  const endsAt = asked?.trialEndDate ?? (usual && endOf(usual, start));
  if (!endsAt)
    throw badInput(
      `trialOverrideConfiguration.trialEndDate: plan ${plan.id} has no default trial; say when it ends`,
    );
  if (endsAt <= start || endsAt <= now) throw trialIsOver(endsAt);
  return { endsAt, behavior: asked?.trialEndBehavior ?? usual?.trialEndBehavior ?? 'CONVERT_TO_PAID' };
}

export const trialIsOver = (endsAt: Date): DomainError =>
  badInput(
    `trialOverrideConfiguration.trialEndDate: the trial would have ended at ${endsAt.toISOString()}; send a later instant, or isTrial false`,
  );

/** Told to end so many days before, or at once where it is shorter. Domain: customers-subscriptions T9 */
export function toldTrial(trial: Trial, noticeDays: number, from: Date): ToldTrial {
  const at = addDays(trial.endsAt, -noticeDays);
  return { ...trial, endsSoonAt: at > from ? at : from };
}

/**
 * The trial of a subscription with another end; one that is over ends it now. Domain: customers-subscriptions T5
 * @throws InvalidSubscriptionStatus where nothing is tried, BadUserInput for an end before the start
 */
export function trialUntil(
  { id, startDate, slot, trialEndsAt, trialEndBehavior }: Life & { id: string },
  asked: Date,
  noticeDays: number,
  now: Date,
): ToldTrial {
  if (!trialEndsAt || !trialEndBehavior || slot === 'PLAN') {
    const message = `trialEndDate: subscription ${id} is not in trial; leave trialEndDate out`;
    throw new DomainError('InvalidSubscriptionStatus', message);
  }
  const from = startDate > now ? startDate : now;
  if (asked > from) return toldTrial({ endsAt: asked, behavior: trialEndBehavior }, noticeDays, from);
  if (slot === null)
    throw badInput(`trialEndDate: the trial begins at ${startDate.toISOString()}; send a later instant`);
  return { endsAt: now, behavior: trialEndBehavior, endsSoonAt: null };
}
