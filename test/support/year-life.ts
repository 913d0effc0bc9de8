import { monthsLater } from './life-terms';
import type { Bought, Line, Paid, SettledLine, Totals } from './year-bills';
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
  /** What was given without proration is not given back: until then it goes on as it is. */
  freeUntil: number;
}

export type KindOfYear = 'FIRST' | 'RENEWAL' | 'PRORATION' | 'FINAL';

export interface DocumentOfYear extends Totals {
  life: string;
  payer: string;
  currency: Bought['currency'];
  kind: KindOfYear;
  start: number;
  end: number;
  issuedAt: number;
  lines: SettledLine[];
  /** Of the balance of who pays, once it is known in which order they were sent. */
  applied: bigint;
  isPaid: boolean;
  isCredited: boolean;
}

export const copyOf = (life: LifeOfYear): LifeOfYear => structuredClone(life);

export const periodAt = ({ anchor, months }: LifeOfYear, at: number) => periodOf(anchor, months, at);

/** What of the period that holds the instant is paid for in advance; null where nothing is. */
export function paidAt(life: LifeOfYear, at: number): Paid | null {
  if (life.place !== 'PLAN' || at < life.firstAt) return null;
  return { bought: life, part: partFrom(periodAt(life, at), at) };
}

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
