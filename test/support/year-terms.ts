import { monthsLater } from './life-terms';

/** What a billing year is made of, without a line of the service. Instants are milliseconds, amounts BigInt: millionths of a currency's unit, or its minor units. */

export type Currency = 'usd' | 'jpy';
/** The length of a billing period. */
export type Months = 1 | 12;
export type PlanOfYear = 'lite' | 'team' | 'grand' | 'tried' | 'metered';
export type AddonOfYear = 'extra' | 'boost';
export type Addons = Readonly<Partial<Record<AddonOfYear, number>>>;

/** So many units at the first price, the others at the second. */
interface Tiers {
  upTo: number;
  prices: readonly [first: string, others: string];
}
interface PlanTerms {
  flat: string;
  seat: string | Tiers;
  /** Asked once. */
  setup?: string;
  /** Of what was used, after its period. */
  call?: string;
}

/** By the month, in usd; a year costs ten of them, and a usd 120 jpy. */
export const plansOfYear: Readonly<Record<PlanOfYear, PlanTerms>> = {
  lite: { flat: '19', seat: '7.125' },
  team: { flat: '49', seat: '10' },
  grand: { flat: '133.33', seat: { upTo: 5, prices: ['9.99', '7.77'] }, setup: '25' },
  tried: { flat: '29.9', seat: '5.05' },
  metered: { flat: '15', seat: '2', call: '0.07' },
};
export const addonsOfYear: Readonly<Record<AddonOfYear, string>> = { extra: '5', boost: '3.33' };
export const trialDays = 14;
/** So long bills wait for what was used. */
export const graceHours = 12;
export const yenOfDollar = 120;
export const monthsOfYearPrice = 10;

/** Off each bill: a percentage, or an amount. */
export type Off = { percent: number } | { usd: string; jpy: string };
export interface CouponTerms {
  off: Off;
  months: number | null;
}
export const couponsOfYear: Readonly<Record<string, CouponTerms>> = {
  ten: { off: { percent: 10 }, months: null },
  third: { off: { percent: 33 }, months: 3 },
  half: { off: { percent: 50 }, months: 1 },
  all: { off: { percent: 100 }, months: 2 },
  five: { off: { usd: '5', jpy: '600' }, months: null },
  much: { off: { usd: '70', jpy: '8000' }, months: 2 },
};

const perUnit = 1_000_000n;
const digitsOf = { usd: 2, jpy: 0 } as const satisfies Record<Currency, number>;
/** Millionths in a minor unit. */
export const minorOf = (currency: Currency): bigint => perUnit / 10n ** BigInt(digitsOf[currency]);

/** Millionths of an amount as it is written. */
export function millionths(text: string): bigint {
  const [whole = '0', rest = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * perUnit + BigInt(rest.padEnd(6, '0').slice(0, 6));
  return text.startsWith('-') ? -size : size;
}

/** Whole minor units as the interface tells them. */
export const told = (minor: bigint, currency: Currency): number => Number(minor) / 10 ** digitsOf[currency];

/** Half away from zero. */
export function divided(amount: bigint, by: bigint): bigint {
  const size = amount < 0n ? -amount : amount;
  const rounded = (2n * size + by) / (2n * by);
  return amount < 0n ? -rounded : rounded;
}

export interface Period {
  start: number;
  end: number;
}

/** The one that holds the instant, each boundary counted from the anchor. */
export function periodOf(anchor: number, months: Months, at: number): Period {
  let count = 0;
  while (monthsLater(anchor, count) > at) count -= months;
  while (monthsLater(anchor, count + months) <= at) count += months;
  return { start: monthsLater(anchor, count), end: monthsLater(anchor, count + months) };
}

/** Seconds that are left, of those of the whole; null: all of it. */
export type Part = { left: bigint; of: bigint } | null;

/** @param until where it ends before that */
export function partFrom({ start, end }: Period, at: number, until = end): Part {
  if (at === start && until >= end) return null;
  const second = (instant: number): bigint => BigInt(Math.floor(instant / 1000));
  return { left: second(Math.min(end, until)) - second(at), of: second(end) - second(start) };
}
