import { monthsLater } from './life-terms';
import type { Bought, Line, Paid, SettledLine, Totals } from './year-bills';
import type { PaidOfYear, ServedOfYear } from './year-paid';
import {
  partFrom,
  periodOf,
  type Addons,
  type CouponTerms,
  type Months,
  type PlanOfYear,
} from './year-terms';

/** As it was given to somebody. */
export interface HeldCoupon extends CouponTerms {
  id: string;
  from: number;
  removedAt: number | null;
}

export interface PlanWish {
  id: string;
  plan: PlanOfYear;
  months?: Months;
  units?: number;
  addons?: Addons;
}

/** What waits for the end of the period. */
export type Later =
  | { type: 'PERIOD'; months: Months }
  | { type: 'UNIT'; units: number }
  | { type: 'ADDON'; addons: Addons }
  | { type: 'PLAN'; wish: PlanWish; resetsAnchor: boolean };

/** At one instant in this order. Domain: customers-subscriptions D5 */
export const orderOfLater: readonly Later['type'][] = ['PERIOD', 'UNIT', 'ADDON', 'PLAN'];

/** What was used in a span, and what was billed of that. */
export interface SpanOfYear {
  from: number;
  until: number;
  calls: number;
  amount: bigint;
  discount: bigint;
  tax: bigint;
  /** What took off of it when it was billed first. */
  percent: number | null;
  taxRate: number;
}

/** A subscription that is billed. */
export interface LifeOfYear extends Bought {
  id: string;
  owner: string;
  payer: string;
  startsAt: number;
  trialEndsAt: number | null;
  place: 'TRIAL' | 'PLAN' | null;
  anchor: number;
  /** What lies before is not charged. */
  firstAt: number;
  billedTo: number;
  /** What is asked once was not billed yet. */
  owesOnce: boolean;
  coupons: HeldCoupon[];
  /** Thousandths of a percent. */
  tax: number;
  /** Lines that its next document bears. */
  held: Line[];
  later: Later[];
  laterAt: number;
  endsAt: number | null;
  endedAt: number | null;
  paid: PaidOfYear;
  /** What is served beyond what is paid for, where it was changed without proration. */
  unbilled: ServedOfYear | null;
  /** Up to where usage is billed. */
  usageFrom: number;
  /** Where that began. */
  usageSince: number;
  spans: SpanOfYear[];
}

export type KindOfYear = 'FIRST' | 'RENEWAL' | 'PRORATION' | 'FINAL' | 'USAGE';

export interface DocumentOfYear extends Totals {
  life: string;
  payer: string;
  currency: Bought['currency'];
  kind: KindOfYear;
  start: number;
  end: number;
  /** In the order in which they fell due. */
  place: number;
  issuedAt: number;
  lines: SettledLine[];
  /** Of the balance of who pays, once it is known in which order they were sent. */
  applied: bigint;
  isPaid: boolean;
  /** What a credit note took back; null where there is none. */
  credited: bigint | null;
}

export const copyOf = (life: LifeOfYear): LifeOfYear => structuredClone(life);

export const periodAt = ({ anchor, months }: Pick<LifeOfYear, 'anchor' | 'months'>, at: number) =>
  periodOf(anchor, months, at);

/** What of the period that holds the instant is due in advance; null where nothing is. @param until not beyond that */
export function dueAt(life: LifeOfYear, at: number, until?: number): Paid | null {
  if (life.place !== 'PLAN' || at < life.firstAt) return null;
  return { bought: life, part: partFrom(periodAt(life, at), at, until) };
}

/** What of it was billed; null where nothing is. */
export const paidAt = (life: LifeOfYear, at: number): Paid | null =>
  life.billedTo > at ? dueAt(life, at, life.billedTo) : null;

/** One cycle goes on in the other. */
export const isSameCycle = (one: LifeOfYear, other: LifeOfYear): boolean =>
  one.anchor === other.anchor && one.months === other.months;

/** Domain: customers-subscriptions N4 */
export function takesOff({ from, months, removedAt }: HeldCoupon, at: number): boolean {
  return from <= at && isHeld({ from, months, removedAt }, at);
}

export function isHeld(
  { from, months, removedAt }: Pick<HeldCoupon, 'from' | 'months' | 'removedAt'>,
  at: number,
): boolean {
  const isOver = months !== null && monthsLater(from, months) <= at;
  return !isOver && (removedAt === null || removedAt > at);
}

/** Another one takes the place of what is held. Domain: customers-subscriptions N2 */
export function withCoupon(held: readonly HeldCoupon[], given: HeldCoupon, now: number): HeldCoupon[] {
  const kept = held.map((each) => {
    if (!isHeld(each, now)) return each;
    return { ...each, removedAt: each.from > now ? now : given.from };
  });
  return [...kept, given];
}
