import { endOfWaiting, type BillingCycle, type PeriodEnd } from './billing-cycle';
import { isSameCharge, type ChargeName } from './chosen-quantities';
import type { PurchaseRequest } from './purchase';

/** Spec: SubscriptionScheduleType; those that this release can schedule. */
export type ScheduleType =
  | 'PRICE_OVERRIDE'
  | 'MIGRATE_TO_LATEST'
  | 'BILLING_PERIOD'
  | 'UNIT_AMOUNT'
  | 'RECURRING_CREDITS'
  | 'ADDON'
  | 'PLAN'
  | 'DOWNGRADE';

/** Spec: ScheduleStatus */
export type ScheduleStatus = 'PENDING_PAYMENT' | 'SCHEDULED' | 'CANCELED' | 'DONE' | 'FAILED';

/** Spec: ScheduleStrategy */
export type ScheduleStrategy = 'IMMEDIATE' | PeriodEnd;

/** Another plan as it was asked for. */
export interface RequestedPlan extends Pick<PurchaseRequest, 'unitQuantity' | 'charges'> {
  planId: string;
}

/** What is asked for, by ids: versions are found when it is executed. Domain: customers-subscriptions D11 */
export interface RequestedUpdate extends Pick<PurchaseRequest, 'billingPeriod' | 'charges'> {
  addons?: readonly { id: string; quantity: number }[];
  provision?: RequestedPlan;
  /** Of a migration. */
  targetVersion?: number;
}

/** A change that waits for an instant or for its payment, or did. It lies in the row of its subscription: instants are texts. Domain: customers-subscriptions D4 */
export interface ScheduledUpdate {
  type: ScheduleType;
  status: ScheduleStatus;
  /** What it waits for, and when that is; null of one that waits for its payment: since when. */
  until: PeriodEnd | null;
  executesAt: string;
  /** Key of that payment. Domain: customers-subscriptions D8 */
  payment?: string;
  change: RequestedUpdate;
}

/** What a request says of what waits. */
export interface UpdateRequest {
  /** Of all that it changes, now or later. */
  types: readonly ScheduleType[];
  later: readonly ScheduledUpdate[];
  /** Of which it names units or credits. */
  charges: readonly ChargeName[];
}

export const requestOf = (
  types: readonly ScheduleType[],
  later: readonly ScheduledUpdate[] = [],
): UpdateRequest => ({ types, later, charges: [] });

/** What was carried out, given up or refused is told so many changes long. */
const remembered = 20;

/** At one instant the plan comes last: it takes over what the others leave. Domain: customers-subscriptions D5, D9 */
const order: readonly ScheduleType[] = [
  'MIGRATE_TO_LATEST',
  'BILLING_PERIOD',
  'UNIT_AMOUNT',
  'RECURRING_CREDITS',
  'ADDON',
  'PLAN',
  'DOWNGRADE',
];

const isOfPlan = (type: ScheduleType): boolean => type === 'PLAN' || type === 'DOWNGRADE';

const isOfCharges = (type: ScheduleType): boolean => type === 'UNIT_AMOUNT' || type === 'RECURRING_CREDITS';

const isSameKind = (one: ScheduleType, other: ScheduleType): boolean =>
  one === other || [one, other].every(isOfPlan);

/** @param types only of these kinds */
export const isWaiting = ({ status, type }: ScheduledUpdate, types?: readonly ScheduleType[]): boolean =>
  status === 'SCHEDULED' && (types?.some((each) => isSameKind(each, type)) ?? true);

export const isUnpaid = ({ status }: ScheduledUpdate): boolean => status === 'PENDING_PAYMENT';

/** The one that has its turn next. */
export const nextUpdate = (updates: readonly ScheduledUpdate[]): ScheduledUpdate | undefined =>
  updates
    .filter((each) => isWaiting(each))
    .sort((a, b) =>
      a.executesAt === b.executesAt
        ? order.indexOf(a.type) - order.indexOf(b.type)
        : a.executesAt < b.executesAt
          ? -1
          : 1,
    )[0];

/**
 * A change takes the place of the one of its kind that waits, whether it waits itself or is made at once: of units and credits it is each
 * charge by itself, and what a plan that waits was to bring of them is carried over instead. Domain: customers-subscriptions D5
 */
export function afterRequest(
  updates: readonly ScheduledUpdate[],
  { types, later, charges }: UpdateRequest,
): ScheduledUpdate[] {
  const kept = updates.map((each) => {
    if (!isWaiting(each)) return each;
    if (isOfCharges(each.type)) return withoutCharges(each, charges);
    if (types.some((type) => isSameKind(type, each.type))) return { ...each, status: 'CANCELED' as const };
    return isOfPlan(each.type) ? withoutChargesOfPlan(each, charges) : each;
  });
  return bounded([...kept, ...later]);
}

/** What waits for the end of a period, once another one runs. What is due stays so. Domain: customers-subscriptions D6 */
export const rebased = (
  updates: readonly ScheduledUpdate[],
  cycle: BillingCycle,
  now: Date,
): ScheduledUpdate[] =>
  updates.map((each) =>
    isWaiting(each) && each.until && new Date(each.executesAt) > now
      ? { ...each, executesAt: endOfWaiting(cycle, each.until, now).toISOString() }
      : each,
  );

export const withStatus = (
  updates: readonly ScheduledUpdate[],
  which: (update: ScheduledUpdate) => boolean,
  status: ScheduleStatus,
): ScheduledUpdate[] => updates.map((each) => (which(each) ? { ...each, status } : each));

/** Those of these kinds, or all that wait. */
export const givenUp = (
  updates: readonly ScheduledUpdate[],
  types?: readonly ScheduleType[],
): readonly ScheduledUpdate[] =>
  updates.some((each) => isWaiting(each, types))
    ? withStatus(updates, (each) => isWaiting(each, types), 'CANCELED')
    : updates;

/** Nobody pays for them any more. */
export const withoutUnpaid = (updates: readonly ScheduledUpdate[]): readonly ScheduledUpdate[] =>
  updates.some(isUnpaid) ? withStatus(updates, isUnpaid, 'CANCELED') : updates;

/** With the end all is given up: also where the last release ended a subscription, which leaves what waits as it was. ADR-0070 */
export const toldUpdates = ({
  updates,
  hasEnded,
}: {
  updates: readonly ScheduledUpdate[] | null;
  hasEnded: boolean;
}): readonly ScheduledUpdate[] => (hasEnded ? withoutUnpaid(givenUp(updates ?? [])) : (updates ?? []));

function withoutCharges(update: ScheduledUpdate, named: readonly ChargeName[]): ScheduledUpdate {
  const { charges = [] } = update.change;
  const left = charges.filter((each) => !named.some((other) => isSameCharge(each, other)));
  if (left.length === charges.length) return update;
  if (left.length === 0) return { ...update, status: 'CANCELED' };
  return { ...update, change: { ...update.change, charges: left } };
}

function withoutChargesOfPlan(update: ScheduledUpdate, named: readonly ChargeName[]): ScheduledUpdate {
  const { provision } = update.change;
  if (!provision || named.length === 0) return update;
  const { unitQuantity, charges, ...others } = provision;
  // It was said of units alone.
  const isOfUnits = named.some(({ type }) => type === 'FEATURE');
  const rest = { ...others, ...(!isOfUnits && unitQuantity !== undefined && { unitQuantity }) };
  const left = charges?.filter((each) => !named.some((other) => isSameCharge(each, other)));
  return { ...update, change: { provision: { ...rest, ...(left && { charges: left }) } } };
}

function bounded(updates: ScheduledUpdate[]): ScheduledUpdate[] {
  const isOver = (each: ScheduledUpdate): boolean => !isWaiting(each) && !isUnpaid(each);
  let surplus = updates.filter(isOver).length - remembered;
  return surplus <= 0 ? updates : updates.filter((each) => !isOver(each) || surplus-- <= 0);
}
