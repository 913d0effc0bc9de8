import { shareLeft, shareOf } from '#libs/business/pricing/share';
import { Decimal } from '#libs/kernel/decimal';

/** One bill of it: what is left of its amounts, and of what was taken off them. Both are above zero, or `off` is zero. */
interface Layer {
  gross: string;
  off: string;
}

/**
 * What a coupon took off what is paid for in advance. What comes back comes back as it was paid for, whatever coupon is held by then, and the
 * newest first: a change that is undone costs nothing. It lies in JSON: amounts are exact texts. Domain: customers-subscriptions R1, N5
 */
export interface PaidAhead {
  /** ISO 8601: as of when the layers tell what is left. */
  asOf: string;
  /** The oldest first. Under them lies what nothing was taken off. */
  layers: readonly Layer[];
}

/** At an instant; `until` is where it ends that is paid for. */
interface Standing {
  paid: PaidAhead | undefined;
  until: Date;
  at: Date;
}

/** What a change has billed in advance, once-only charges apart; below zero where more came back. */
interface Billed {
  amount: Decimal;
  discount: Decimal;
}

/** Digits of what is told, and more of them that are kept. */
const [told, scale] = [9, 15];
/** More changes with coupons in one period are told together, the oldest ones. */
const mostLayers = 20;

/** What was taken off an amount that comes back: rounded far below any minor unit, so that a half is a half. */
export const takenOff = (standing: Standing, amount: Decimal): Decimal =>
  withoutNewest(layersAt(standing), amount).off.toDecimalPlaces(told);

/** What was taken off once a change is billed. Undefined where nothing was. */
export function paidAfter(standing: Standing, { amount, discount }: Billed): PaidAhead | undefined {
  const before = layersAt(standing);
  const layers = amount.isNegative()
    ? withoutNewest(before, amount.negated()).left
    : joined([...before, { gross: amount, off: discount }]);
  // Where the lowest one has nothing off it need not be told.
  const first = layers.findIndex(({ off }) => !off.isZero());
  if (first < 0) return undefined;
  return { asOf: standing.at.toISOString(), layers: layers.slice(first).map(stored) };
}

interface Amounts {
  gross: Decimal;
  off: Decimal;
}

function layersAt({ paid, until, at }: Standing): Amounts[] {
  if (!paid || until <= at) return [];
  const share = shareLeft({ start: new Date(paid.asOf), end: until }, at);
  return paid.layers.map(({ gross, off }) => ({
    gross: shareOf(new Decimal(gross), share),
    off: shareOf(new Decimal(off), share),
  }));
}

function withoutNewest(layers: readonly Amounts[], amount: Decimal): { off: Decimal; left: Amounts[] } {
  const left = [...layers];
  let [off, rest] = [new Decimal(0), amount];
  for (let newest = left.pop(); newest; newest = rest.isZero() ? undefined : left.pop()) {
    const part = Decimal.min(rest, newest.gross);
    const ofIt = newest.off.times(part).div(newest.gross);
    [off, rest] = [off.plus(ofIt), rest.minus(part)];
    if (part.lessThan(newest.gross))
      left.push({ gross: newest.gross.minus(part), off: newest.off.minus(ofIt) });
  }
  return { off, left };
}

/** Those of nothing are none, those of one rate are one. */
function joined(layers: readonly Amounts[]): Amounts[] {
  const all: Amounts[] = [];
  for (const layer of layers) {
    const last = all.at(-1);
    if (layer.gross.isZero()) continue;
    if (last?.off.times(layer.gross).equals(layer.off.times(last.gross)))
      all.splice(-1, 1, sumOf(last, layer));
    else all.push(layer);
  }
  while (all.length > mostLayers) all.splice(0, 2, sumOf(all[0] as Amounts, all[1] as Amounts));
  return all;
}

const sumOf = (one: Amounts, other: Amounts): Amounts => ({
  gross: one.gross.plus(other.gross),
  off: one.off.plus(other.off),
});

const stored = ({ gross, off }: Amounts): Layer => ({
  gross: gross.toDecimalPlaces(scale).toString(),
  off: off.toDecimalPlaces(scale).toString(),
});
