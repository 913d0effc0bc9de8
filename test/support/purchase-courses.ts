import type { Json } from './catalog';
import { flatFee, monthly } from './priced-plans';
import type { Behavior } from './stripe-double-methods';
import type { IntentStatus } from './stripe-double-payments';
import { units } from './team-story';

/** How somebody pays, and what the bank or they decide later. */
interface PayingWay {
  charge: Behavior['charge'];
  later?: IntentStatus;
}

const allWays = {
  pays: { charge: 'PAYS' },
  declines: { charge: 'DECLINES' },
  acts: { charge: 'NEEDS_ACTION', later: 'succeeded' },
  refuses: { charge: 'NEEDS_ACTION', later: 'requires_payment_method' },
  gives_up: { charge: 'NEEDS_ACTION', later: 'canceled' },
  waits: { charge: 'NEEDS_ACTION' },
  pays_late: { charge: 'PROCESSES', later: 'succeeded' },
  fails_late: { charge: 'PROCESSES', later: 'requires_payment_method' },
} as const satisfies Record<string, PayingWay>;
export type Way = keyof typeof allWays;
export const ways: Readonly<Record<Way, PayingWay>> = allWays;

export const isPaidBy = (way: Way): boolean => ways[way].charge === 'PAYS' || ways[way].later === 'succeeded';

/** Pricing models by plan: `team` sells seats, of which everybody takes five. */
export const pricedPlans: Record<string, Json[]> = {
  pro: [flatFee(49)],
  top: [flatFee(99)],
  team: [flatFee(49), { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] }],
};

/** One thing that is asked for: a plan, or so many seats of the one that runs. */
export type Wish = 'pro' | 'top' | 'team' | 7 | 9;

/** Whole dollars by the month of what runs by such a wish. */
const worth: Record<Wish, number> = { pro: 49, top: 99, team: 99, 7: 119, 9: 139 };

/** What a customer buys: a plan, and more where that runs. Each of `wishes` is asked for at the same time as the others. */
export interface Course {
  first: 'pro' | 'team' | null;
  wishes: readonly Wish[];
  by: Way;
  /** Without an Idempotency-Key, and repeated all the same. */
  isKeyless?: true;
  /** Pays on the page that is offered after all. */
  usesPage?: true;
}

/** A first one runs already, paid by a method that pays. */
const followed = (first: 'pro' | 'team', wish: Wish, allBy: readonly Way[]): Course[] =>
  allBy.map((by) => ({ first, wishes: [wish], by }));

const allBy = Object.keys(ways) as Way[];
const later: readonly Way[] = ['pays', 'declines', 'acts', 'waits', 'pays_late', 'fails_late'];
export const courses: readonly Course[] = [
  ...allBy.map((by): Course => ({ first: null, wishes: ['pro'], by })),
  { first: null, wishes: ['pro'], by: 'declines', usesPage: true },
  ...followed('pro', 'top', later),
  ...followed('team', 7, later),
  { first: null, wishes: ['pro', 'pro'], by: 'pays' },
  { first: null, wishes: ['pro', 'pro'], by: 'pays_late' },
  { first: null, wishes: ['pro', 'top'], by: 'pays' },
  { first: 'pro', wishes: ['top', 'top'], by: 'pays' },
  { first: 'team', wishes: [7, 9], by: 'pays' },
  { first: 'team', wishes: [7, 9], by: 'acts' },
  { first: null, wishes: ['pro'], by: 'pays', isKeyless: true },
  { first: 'pro', wishes: ['top'], by: 'pays', isKeyless: true },
  { first: 'team', wishes: [7], by: 'pays', isKeyless: true },
];

/** What is left in the end. */
export interface Left {
  plan: string | null;
  seats: number | null;
  /** Dollars that are paid, rounded up: what follows is charged from a moment later on, and costs a cent less. */
  paid: number;
}

/** @param wish of those that were asked for at the same time */
export function leftOf({ first, by, usesPage }: Course, wish: Wish): Left {
  const last = isPaidBy(by) || usesPage ? wish : first;
  if (last === null) return { plan: null, seats: null, paid: 0 };
  const plan = typeof last === 'number' ? 'team' : last;
  const seats = plan === 'team' ? (typeof last === 'number' ? last : 5) : null;
  return { plan, seats, paid: worth[last] };
}

/** As a request: a provision, or a change of what runs. */
export function requestOf(
  wish: Wish,
  customerId: string,
  runningId: string | undefined,
): { method: 'POST' | 'PATCH'; path: string; body: Json } {
  if (typeof wish === 'number')
    return { method: 'PATCH', path: `/subscriptions/${runningId}`, body: { charges: units(wish) } };
  const seats = wish === 'team' ? { charges: units(5) } : {};
  const body = { customerId, planId: wish, paymentCollectionMethod: 'CHARGE', ...seats };
  return { method: 'POST', path: '/subscriptions', body };
}
