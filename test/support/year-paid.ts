import { divided } from './year-terms';

/** An exact number of minor units. */
export interface Exact {
  of: bigint;
  by: bigint;
}
/** One bill of what is paid for: what of it is left, and what of that was taken off. */
interface Layer {
  gross: Exact;
  off: Exact;
}

/** What is paid for in advance, and what coupons took off it. Domain: customers-subscriptions N5 */
export interface PaidOfYear {
  asOf: number;
  layers: readonly Layer[];
}

export const nothingPaid = (at: number): PaidOfYear => ({ asOf: at, layers: [] });

const exact = (of: bigint, by = 1n): Exact => {
  const common = commonOf(of < 0n ? -of : of, by);
  return { of: of / common, by: by / common };
};
const commonOf = (one: bigint, other: bigint): bigint =>
  other === 0n ? one || 1n : commonOf(other, one % other);
const times = (one: Exact, of: bigint, by: bigint): Exact => exact(one.of * of, one.by * by);
const plus = (one: Exact, other: Exact): Exact =>
  exact(one.of * other.by + other.of * one.by, one.by * other.by);
const minus = (one: Exact, other: Exact): Exact => plus(one, { of: -other.of, by: other.by });

/** Part of an amount that is served from one instant until another, at an instant between them. In minor units, not rounded. */
export interface ServedOfYear {
  asOf: number;
  amount: Exact;
}

const nothing = exact(0n);
export const leftOf = (served: ServedOfYear | null, until: number, at: number): Exact => {
  if (!served || at >= until) return nothing;
  const [left, all] = [secondOf(until) - secondOf(at), secondOf(until) - secondOf(served.asOf)];
  return times(served.amount, left, all);
};
export const servedWith = (before: Exact, more: bigint, at: number): ServedOfYear => ({
  asOf: at,
  amount: plus(before, exact(more)),
});
export const roundedOf = ({ of, by }: Exact): bigint => divided(of, by);

const secondOf = (instant: number): bigint => BigInt(Math.floor(instant / 1000));

/** As time goes by it is served. */
export function leftAt({ asOf, layers }: PaidOfYear, until: number, at: number): PaidOfYear {
  const [left, all] = [secondOf(until) - secondOf(at), secondOf(until) - secondOf(asOf)];
  if (left <= 0n) return nothingPaid(at);
  const rest = layers.map(({ gross, off }) => ({
    gross: times(gross, left, all),
    off: times(off, left, all),
  }));
  return { asOf: at, layers: rest };
}

export function paidMore({ asOf, layers }: PaidOfYear, gross: bigint, off: bigint): PaidOfYear {
  return gross === 0n
    ? { asOf, layers }
    : { asOf, layers: [...layers, { gross: exact(gross), off: exact(off) }] };
}

/** The newest comes back first. @returns what was taken off it, and what is left */
export function givenBack({ asOf, layers }: PaidOfYear, amount: bigint): { off: bigint; left: PaidOfYear } {
  const left = [...layers];
  let [rest, off] = [exact(amount), exact(0n)];
  while (rest.of > 0n) {
    const newest = left.pop();
    if (!newest) break;
    const over = minus(newest.gross, rest);
    if (over.of <= 0n) {
      [rest, off] = [minus(rest, newest.gross), plus(off, newest.off)];
      continue;
    }
    const ofIt = exact(newest.off.of * rest.of * newest.gross.by, newest.off.by * rest.by * newest.gross.of);
    left.push({ gross: over, off: minus(newest.off, ofIt) });
    [rest, off] = [exact(0n), plus(off, ofIt)];
  }
  return { off: divided(off.of, off.by), left: { asOf, layers: left } };
}
