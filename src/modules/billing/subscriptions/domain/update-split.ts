import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { BillingPeriod } from '#libs/business/pricing/charge';
import { chargesOf, isFewer, type ChargeRequest } from './chosen-quantities';
import { cycleOf, endOfWaiting, type PeriodEnd } from './billing-cycle';
import type {
  RequestedUpdate,
  ScheduledUpdate,
  ScheduleStrategy,
  ScheduleType,
  UpdateRequest,
} from './scheduled-update';
import type { Subscription } from './subscription';
import { heldAddons } from './subscription-pins';

export type Asked = Pick<RequestedUpdate, 'addons' | 'charges' | 'billingPeriod'>;

/** How a request wants it. */
interface Wanted {
  strategy: ScheduleStrategy | undefined;
  /** The end of the subscription that is decided, or is with the request. */
  endsAt: Date | null;
}

/** What of a request is made at once, and what waits. Domain: customers-subscriptions D2, D3 */
export interface UpdateSplit {
  now: Asked;
  updates: UpdateRequest;
}

/**
 * What gives more is made at once, what gives less waits for the end of the billing period, unless the caller says when. What is tried, has
 * not begun, or has no price changes at once. Domain: customers-subscriptions D2, D3, D6
 * @throws SubscriptionDoesNotHaveBillingPeriod, SchedulingAtEndOfBillingPeriod, DowngradeBillingPeriodNotSupportedError, BadUserInput
 */
export function splitOf(
  subscription: Subscription,
  asked: Asked,
  { strategy, endsAt }: Wanted,
  at: Date,
): UpdateSplit {
  const parts = partsOf(subscription, asked).map((part) => portioned(part, subscription, strategy));
  const request = { types: parts.map(({ type }) => type), charges: asked.charges ?? [] };
  if (parts.every(({ waits }) => !waits)) return { now: asked, updates: { ...request, later: [] } };
  const until = strategy && strategy !== 'IMMEDIATE' ? strategy : 'END_OF_BILLING_PERIOD';
  const executesAt = executionTime(subscription, until, endsAt, at).toISOString();
  const later = parts.flatMap(({ type, waits }): ScheduledUpdate[] =>
    waits ? [{ type, status: 'SCHEDULED', until, executesAt, change: waits }] : [],
  );
  return {
    now: together(parts.flatMap(({ atOnce }) => atOnce ?? [])),
    updates: { ...request, later },
  };
}

/** Units and credits stand in one list. */
function together(parts: readonly Asked[]): Asked {
  const charges = parts.flatMap((part) => part.charges ?? []);
  return { ...(Object.assign({}, ...parts) as Asked), ...(charges.length > 0 && { charges }) };
}

/**
 * When a change that waits is made. Domain: customers-subscriptions D6
 * @param endsAt the end that was decided
 * @param field of the request that makes it wait
 * @throws SubscriptionDoesNotHaveBillingPeriod, SchedulingAtEndOfBillingPeriod where it ends before, BadUserInput
 */
export function executionTime(
  subscription: Subscription,
  until: PeriodEnd,
  endsAt: Date | null,
  at: Date,
  field = 'scheduleStrategy',
): Date {
  const { purchase, billingCycleAnchor: anchor, id } = subscription;
  if (!subscription.billingPeriodAt(at) || !purchase || !anchor) {
    const message = `${field}: subscription ${id} has no billing period to wait for; send IMMEDIATE`;
    throw new DomainError('SubscriptionDoesNotHaveBillingPeriod', message);
  }
  if (until === 'END_OF_BILLING_MONTH' && purchase.billingPeriod === 'MONTHLY')
    throw badInput(`scheduleStrategy: subscription ${id} is billed by the month; send END_OF_BILLING_PERIOD`);
  const end = endOfWaiting(cycleOf(purchase, anchor), until, at);
  if (!endsAt || endsAt > end) return end;
  const message = `${field}: subscription ${id} ends at ${endsAt.toISOString()}, before the change would be made; send IMMEDIATE, or lift the end`;
  throw new DomainError('SchedulingAtEndOfBillingPeriod', message);
}

/** One kind of change within a request: as a whole, and what of it gives more or less. */
interface Part {
  type: ScheduleType;
  whole: Asked;
  more: Asked | undefined;
  less: Asked | undefined;
}

/** A part with what of it is made at once, and what waits. */
interface Portioned {
  type: ScheduleType;
  atOnce: Asked | undefined;
  waits: Asked | undefined;
}

/** @throws DowngradeBillingPeriodNotSupportedError */
function portioned(
  { type, whole, more, less }: Part,
  { purchase, slot }: Subscription,
  strategy: ScheduleStrategy | undefined,
): Portioned {
  if (strategy === undefined)
    return purchase !== null && slot === 'PLAN'
      ? { type, atOnce: more, waits: less }
      : { type, atOnce: whole, waits: undefined };
  if (strategy !== 'IMMEDIATE') return { type, atOnce: undefined, waits: whole };
  if (type === 'BILLING_PERIOD' && less) throw refusedShorterPeriod();
  return { type, atOnce: whole, waits: undefined };
}

function partsOf(subscription: Subscription, { addons, charges, billingPeriod }: Asked): Part[] {
  return [
    ...(billingPeriod ? [periodPart(subscription, billingPeriod)] : []),
    ...(charges ? chargesParts(subscription, charges) : []),
    ...(addons ? [addonsPart(subscription, addons)] : []),
  ];
}

function periodPart({ purchase }: Subscription, billingPeriod: BillingPeriod): Part {
  const whole = { billingPeriod };
  const isShorter = purchase?.billingPeriod === 'ANNUALLY' && billingPeriod === 'MONTHLY';
  return {
    type: 'BILLING_PERIOD',
    whole,
    more: isShorter ? undefined : whole,
    less: isShorter ? whole : undefined,
  };
}

function chargesParts({ purchase }: Subscription, asked: readonly ChargeRequest[]): Part[] {
  const before = purchase ? chargesOf(purchase) : [];
  return (['FEATURE', 'CREDIT'] as const).flatMap((of): Part[] => {
    const charges = asked.filter(({ type }) => type === of);
    if (charges.length === 0) return [];
    const less = charges.filter((each) => isFewer(each, before));
    const more = charges.filter((each) => !less.includes(each));
    return [
      {
        type: of === 'FEATURE' ? 'UNIT_AMOUNT' : 'RECURRING_CREDITS',
        whole: { charges },
        more: more.length > 0 ? { charges: more } : undefined,
        less: less.length > 0 ? { charges: less } : undefined,
      },
    ];
  });
}

function addonsPart(subscription: Subscription, asked: NonNullable<Asked['addons']>): Part {
  const wanted = new Map(asked.map(({ id, quantity }) => [id, quantity]));
  const held = heldAddons(subscription);
  const hasLess = held.some(({ id, quantity }) => (wanted.get(id) ?? 0) < quantity);
  // What is held and would become less stays until then.
  const most = held.map(({ id, quantity }) => ({ id, quantity: Math.max(quantity, wanted.get(id) ?? 0) }));
  const added = asked.filter(({ id }) => !held.some((each) => each.id === id));
  const hasMore =
    added.length > 0 || most.some(({ quantity }, place) => quantity > (held[place]?.quantity ?? 0));
  return {
    type: 'ADDON',
    whole: { addons: asked },
    more: hasMore || !hasLess ? { addons: [...most, ...added] } : undefined,
    less: hasLess ? { addons: asked } : undefined,
  };
}

function refusedShorterPeriod(): DomainError {
  const message =
    'billingPeriod: ANNUALLY becomes MONTHLY when the paid year ends; leave scheduleStrategy out';
  return new DomainError('DowngradeBillingPeriodNotSupportedError', message);
}
