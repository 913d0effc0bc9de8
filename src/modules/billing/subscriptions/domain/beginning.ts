import type { PublishedPackage } from '#modules/catalog/packages';
import type { Subscription } from './subscription';
import { toldTrial, trialIsOver, trialOf, trialUntil, type ToldTrial, type TrialRequest } from './trial';

/** What a customer has of a product, on one resource. Domain: customers-subscriptions V4 */
export interface Place {
  /** The trial that runs. */
  tried: Subscription | undefined;
  /** What runs beside it, or without one. */
  running: Subscription | undefined;
  /** Those that wait for their start. */
  waiting: readonly Subscription[];
}

export const nothingThere: Place = { tried: undefined, running: undefined, waiting: [] };

/** When a subscription shall begin and end. */
interface Timing {
  plan: PublishedPackage;
  body: {
    startDate?: Date;
    trialOverrideConfiguration?: TrialRequest;
  };
  /** How long before its end a trial is told to end. */
  noticeDays: number;
  now: Date;
}

export interface Beginning {
  startDate: Date;
  trial: ToldTrial | null;
  /** Whose place it takes now. */
  former: Subscription | undefined;
  /** What ends at once because of it: that one, and those that waited for the same place. */
  ending: readonly Subscription[];
}

/**
 * The subscription that runs on this plan already: it is changed, and no second one begins. A trial of the plan, unless another one is what
 * is asked for. Domain: customers-subscriptions V4, V5
 */
export function runningAlready(
  { plan, body }: Pick<Timing, 'plan' | 'body'>,
  { tried, running }: Place,
): Subscription | undefined {
  if (tried?.planUid === plan.packageUid) return tried;
  return running?.planUid === plan.packageUid && !body.trialOverrideConfiguration?.isTrial
    ? running
    : undefined;
}

/**
 * When it begins, and what gives way to it. What is paid for while a trial runs begins where the trial ends, unless a start is named.
 * Domain: customers-subscriptions V4, V6, T1
 * @throws UnsupportedParameter, BadUserInput of a trial that cannot be
 */
export function beginningOf(
  { plan, body, noticeDays, now }: Timing,
  { tried, running, waiting }: Place,
): Beginning {
  const asked = body.startDate ?? now;
  const trial = trialOf(plan, body.trialOverrideConfiguration, asked, now);
  const waitsForTrial = tried?.trialEndsAt && !trial && !body.startDate && plan.pricingType !== 'FREE';
  const startDate = waitsForTrial ? (tried.trialEndsAt as Date) : asked;
  const begins = startDate <= now;
  const former = begins ? (trial ? tried : running) : undefined;
  const rivals = waiting.filter((each) => isTrialToCome(each) === (trial !== null));
  return {
    startDate,
    trial: trial && toldTrial(trial, noticeDays, begins ? now : startDate),
    former,
    ending: [...(former ? [former] : []), ...rivals],
  };
}

/**
 * What a new request says of the trial that runs. That it is none: what is tried is bought, from the end of the trial on.
 * Domain: customers-subscriptions V4
 * @returns undefined where it stays as it is
 * @throws BadUserInput for an end that is over
 */
export function trialFor(
  subscription: Subscription,
  { plan, body, noticeDays, now }: Timing,
): ToldTrial | undefined {
  const { trialOverrideConfiguration: asked } = body;
  const { trialEndsAt, trialEndBehavior, endsSoonAt, slot } = subscription;
  if (slot !== 'TRIAL' || !trialEndsAt || !trialEndBehavior) return undefined;
  if (isBought(plan, asked)) return { endsAt: trialEndsAt, behavior: 'CONVERT_TO_PAID', endsSoonAt };
  if (!asked) return undefined;
  const behavior = asked.trialEndBehavior ?? trialEndBehavior;
  if (!asked.trialEndDate) return { endsAt: trialEndsAt, behavior, endsSoonAt };
  if (asked.trialEndDate <= now) throw trialIsOver(asked.trialEndDate);
  return { ...trialUntil(subscription, asked.trialEndDate, noticeDays, now), behavior };
}

/** What waited for the place that the tried plan takes once it is bought. Domain: customers-subscriptions V4 */
export function outbidBy(
  { plan, body }: Pick<Timing, 'plan' | 'body'>,
  { slot }: Subscription,
  { waiting }: Place,
): readonly Subscription[] {
  const takesPlace = slot === 'TRIAL' && isBought(plan, body.trialOverrideConfiguration);
  return takesPlace ? waiting.filter((each) => !isTrialToCome(each)) : [];
}

/** A trial that is over and waits for its payment is none any more. Domain: customers-subscriptions T4 */
const isTrialToCome = ({ trialEndsAt, pendingUntil }: Subscription): boolean =>
  trialEndsAt !== null && pendingUntil === null;

/** It is asked for without a trial, by the request or, where that says nothing, by the plan. Domain: customers-subscriptions T1, V4 */
const isBought = ({ defaultTrialConfig }: PublishedPackage, asked: TrialRequest | undefined): boolean =>
  asked ? !asked.isTrial : !defaultTrialConfig;
