import { addDays, earliestOf } from '#libs/kernel/period';
import type { TrialEndBehavior } from '#modules/catalog/package-versions';
import { nextUpdate, type ScheduledUpdate } from './scheduled-update';

export type SubscriptionStatus =
  | 'PAYMENT_PENDING'
  | 'ACTIVE'
  | 'EXPIRED'
  | 'IN_TRIAL'
  | 'CANCELED'
  | 'NOT_STARTED';

/** Spec: CancelReason; those that this release can give. */
export type CancelReason =
  | 'UPGRADE_OR_DOWNGRADE'
  | 'Immediate'
  | 'CustomerArchived'
  | 'AutoCancellationRule'
  | 'ScheduledCancellation'
  | 'CANCELLED_BY_BILLING'
  | 'EXPIRED'
  | 'TRIAL_ENDED'
  | 'PENDING_PAYMENT_EXPIRED'
  | 'TRIAL_CONVERTED';

/** The place of a customer that a subscription of a product holds: one trial beside one other. Domain: customers-subscriptions V4 */
export type Slot = 'TRIAL' | 'PLAN';

/** What says when a subscription begins and ends. */
export interface Life {
  startDate: Date;
  /** Stays after the trial. */
  trialEndsAt: Date | null;
  trialEndBehavior: TrialEndBehavior | null;
  /**
   * When its trial is told to end soon, after the trial its billing month; null where nothing is told any more.
   * Domain: customers-subscriptions T9, B3
   */
  endsSoonAt: Date | null;
  /** The end that was decided. Domain: customers-subscriptions S4, S6 */
  cancellationDate: Date | null;
  /** The end that time brings, as an import said. Domain: customers-subscriptions S4, X8 */
  endDate: Date | null;
  /** The actual end. */
  canceledAt: Date | null;
  cancelReason: CancelReason | null;
  /** Until when it waits for its first payment; null where it does not. Domain: customers-subscriptions V9, V10, T4 */
  pendingUntil: Date | null;
  /** Null before its start was carried out, and while it waits for its first payment; after the end it says nothing any more. */
  slot: Slot | null;
  /** Domain: customers-subscriptions D4 */
  updates: readonly ScheduledUpdate[] | null;
  /** Up to where it is billed in advance; null where it is not billed. */
  billedUntil: Date | null;
  /** When usage is billed that is billed more often than the rest; null where none is. Domain: catalog R5 */
  usageDueAt: Date | null;
}

/** What time brings about, first what has its turn first at one instant. Domain: customers-subscriptions Z2 */
const steps = [
  ...(['END', 'EXPIRY', 'PAYMENT_EXPIRY', 'TRIAL_END', 'UPDATE', 'START'] as const),
  ...(['USAGE', 'RENEWAL', 'ENDS_SOON'] as const),
] as const;
export type LifeStep = (typeof steps)[number];

export interface DueStep {
  step: LifeStep;
  at: Date;
}

/** Those in which it grants. Domain: customers-subscriptions §2.1 */
export const liveStatuses: readonly SubscriptionStatus[] = ['ACTIVE', 'IN_TRIAL'];

/** Ended by time, not by a decision. */
const byTime: readonly (CancelReason | null)[] = ['TRIAL_ENDED', 'EXPIRED'];

export const isByTime = ({ cancelReason }: Pick<Life, 'cancelReason'>): boolean =>
  byTime.includes(cancelReason);

/** The one table of statuses; its twin is subscription-life.statements.ts. Domain: customers-subscriptions §2.1, Z1 */
export function statusOfLife(life: Life, now: Date): SubscriptionStatus {
  const { canceledAt, cancellationDate, endDate, startDate, trialEndsAt } = life;
  if (canceledAt && canceledAt <= now) return isByTime(life) ? 'EXPIRED' : 'CANCELED';
  const isExpiry = endDate && !(cancellationDate && cancellationDate <= endDate);
  if (isExpiry && endDate <= now) return 'EXPIRED';
  if (cancellationDate && cancellationDate <= now) return 'CANCELED';
  if (startDate > now) return 'NOT_STARTED';
  if (life.pendingUntil) return pendingStatus(life, life.pendingUntil, now);
  if (!trialEndsAt) return 'ACTIVE';
  if (trialEndsAt > now) return 'IN_TRIAL';
  return life.trialEndBehavior === 'CANCEL_SUBSCRIPTION' ? 'EXPIRED' : 'ACTIVE';
}

/** So long what is to begin waits to be paid. Domain: customers-subscriptions V10, T4 */
export const paidUntil = (from: Date): Date => addDays(from, 1);

/** Domain: customers-subscriptions V10, T4 */
function pendingStatus({ trialEndsAt }: Life, pendingUntil: Date, now: Date): SubscriptionStatus {
  if (pendingUntil > now) return 'PAYMENT_PENDING';
  return trialEndsAt ? 'EXPIRED' : 'CANCELED';
}

/** What comes next by time alone; null where nothing does. */
export function nextStepOf(life: Life): DueStep | null {
  if (life.canceledAt) return null;
  const isTried = life.slot === 'TRIAL';
  const instants: Record<LifeStep, Date | null> = {
    END: life.cancellationDate,
    EXPIRY: life.endDate,
    PAYMENT_EXPIRY: life.pendingUntil,
    TRIAL_END: isTried ? life.trialEndsAt : null,
    UPDATE: executionOf(life),
    START: life.slot === null && !life.pendingUntil ? life.startDate : null,
    USAGE: life.slot === 'PLAN' ? life.usageDueAt : null,
    RENEWAL: life.slot === 'PLAN' ? life.billedUntil : null,
    ENDS_SOON: life.slot === null ? null : life.endsSoonAt,
  };
  const all = steps.flatMap((step): DueStep[] => {
    const at = instants[step];
    return at ? [{ step, at }] : [];
  });
  return all.reduce<DueStep | null>((first, each) => (first && first.at <= each.at ? first : each), null);
}

/** Of the update that has its turn next. */
function executionOf({ updates }: Life): Date | null {
  const next = updates && nextUpdate(updates);
  return next ? new Date(next.executesAt) : null;
}

/** Does the first have its turn before the second? */
export const comesFirst = (one: DueStep, other: DueStep): boolean =>
  one.at < other.at ||
  (one.at.getTime() === other.at.getTime() && steps.indexOf(one.step) < steps.indexOf(other.step));

/** The earliest of the ends that are known, decided or by time. Domain: customers-subscriptions S4 */
export const knownEndOf = ({
  cancellationDate,
  endDate,
}: Pick<Life, 'cancellationDate' | 'endDate'>): Date | null => earliestOf([cancellationDate, endDate]);

/** The actual end once there is one, else the earliest that is known. Domain: customers-subscriptions S4 */
export function endOfLife(life: Life): Date | null {
  const { canceledAt, trialEndsAt, trialEndBehavior, slot } = life;
  if (canceledAt) return canceledAt;
  // Before it has started the slot is not held, and the trial is still to come.
  const ofTrial = slot !== 'PLAN' && trialEndBehavior === 'CANCEL_SUBSCRIPTION' ? trialEndsAt : null;
  return earliestOf([knownEndOf(life), ofTrial]);
}
