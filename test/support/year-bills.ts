import {
  addonsOfYear,
  divided,
  millionths,
  minorOf,
  monthsOfYearPrice,
  plansOfYear,
  yenOfDollar,
  type Addons,
  type AddonOfYear,
  type Currency,
  type Months,
  type Off,
  type Part,
  type PlanOfYear,
} from './year-terms';

/** What is bought. */
export interface Bought {
  currency: Currency;
  plan: PlanOfYear;
  months: Months;
  units: number;
  addons: Addons;
}

/** One price of it: what it is for, how many, and what they cost in a whole period, in millionths. */
interface Item {
  name: string;
  quantity: number;
  whole: bigint;
}

/** Of a bill, in minor units. */
export interface Line {
  name: string;
  quantity: number;
  amount: bigint;
  /** What is taken off it is known: it comes back. */
  kept?: bigint;
}
export interface SettledLine extends Line {
  discount: bigint;
  tax: bigint;
}

/** @param once with what is asked once */
function itemsOf({ currency, plan, months, units, addons }: Bought, once: boolean): Item[] {
  const rate = currency === 'jpy' ? BigInt(yenOfDollar) : 1n;
  const price = (text: string): bigint => millionths(text) * rate;
  const times = months === 12 ? BigInt(monthsOfYearPrice) : 1n;
  const { flat, seat, setup } = plansOfYear[plan];
  const seats =
    typeof seat === 'string'
      ? price(seat) * BigInt(units)
      : price(seat.prices[0]) * BigInt(Math.min(units, seat.upTo)) +
        price(seat.prices[1]) * BigInt(Math.max(0, units - seat.upTo));
  const recurring: Item[] = [
    { name: 'flat', quantity: 1, whole: price(flat) * times },
    { name: 'seats', quantity: units, whole: seats * times },
  ];
  const added = Object.entries(addons).map(([id, quantity]): Item => {
    const whole = price(addonsOfYear[id as AddonOfYear]) * BigInt(quantity) * times;
    return { name: id, quantity, whole };
  });
  const asked = once && setup !== undefined ? [{ name: 'setup', quantity: 1, whole: price(setup) }] : [];
  return [...recurring, ...asked, ...added];
}

/** Of a month, to tell which of two plans is the lower one. */
export const monthlyOf = (bought: Bought): number =>
  itemsOf(bought, false).reduce((all, { whole }) => all + Number(whole), 0) / bought.months;

/** What is paid for in advance, of which part of a period. */
export interface Paid {
  bought: Bought;
  part: Part;
}

/**
 * What comes back of what ends, then what is due for what begins; what is the same on both sides is left out. Each is rounded by itself.
 * Domain: customers-subscriptions R1
 */
export function linesOf(back: Paid | null, due: Paid | null, once: boolean): Line[] {
  const ended = back ? itemsOf(back.bought, false).map((item) => partOf(item, back.part)) : [];
  const begun = due ? itemsOf(due.bought, once).map((item) => partOf(item, due.part)) : [];
  const left = [...begun];
  const credits = ended.filter((each) => {
    const place = left.findIndex((other) => isSame(each, other));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  const { currency } = (back ?? due)?.bought ?? { currency: 'usd' };
  const lineOf = ({ name, quantity, amount, of }: PartOfItem, sign: bigint): Line => ({
    ...{ name, quantity, amount: sign * divided(amount, of * minorOf(currency)) },
  });
  return [...credits.map((each) => lineOf(each, -1n)), ...left.map((each) => lineOf(each, 1n))];
}

/** `amount ÷ of` millionths. */
interface PartOfItem {
  name: string;
  quantity: number;
  amount: bigint;
  of: bigint;
}

const partOf = ({ name, quantity, whole }: Item, part: Part): PartOfItem =>
  part === null || name === 'setup'
    ? { name, quantity, amount: whole, of: 1n }
    : { name, quantity, amount: whole * part.left, of: part.of };

const isSame = (one: PartOfItem, other: PartOfItem): boolean =>
  one.name === other.name &&
  one.quantity === other.quantity &&
  one.amount * other.of === other.amount * one.of;

export interface Totals {
  subTotal: bigint;
  discount: bigint;
  tax: bigint;
  total: bigint;
}

/**
 * Rounded once for the bill, shared out to the lines in proportion, the largest takes the rest; each line is taxed by itself.
 * Domain: customers-subscriptions N5; contracts-billing R5
 * @param tax in thousandths of a percent
 */
export function settled(
  lines: readonly Line[],
  off: Off | null,
  tax: number,
  currency: Currency,
): SettledLine[] {
  const sharing = lines.filter(({ kept }) => kept === undefined);
  const subTotal = sum(sharing.map(({ amount }) => amount));
  const shares = shared(discountOn(subTotal, off, currency), sharing, subTotal);
  return lines.map((line): SettledLine => {
    const discount = line.kept ?? shares[sharing.indexOf(line)] ?? 0n;
    return { ...line, discount, tax: taxOn(line.amount - discount, tax) };
  });
}

/** @param tax in thousandths of a percent */
export const taxOn = (net: bigint, tax: number): bigint => divided(net * BigInt(tax), 100_000n);

export function totalsOf(lines: readonly SettledLine[]): Totals {
  const [subTotal, discount] = [
    sum(lines.map(({ amount }) => amount)),
    sum(lines.map((line) => line.discount)),
  ];
  const tax = sum(lines.map((line) => line.tax));
  return { subTotal, discount, tax, total: subTotal - discount + tax };
}

/** What comes back on balance comes back as it was discounted. */
export function comingBack(lines: readonly Line[], off: bigint): Line[] {
  const shares = shared(-off, lines, sum(lines.map(({ amount }) => amount)));
  return lines.map((line, place) => ({ ...line, kept: shares[place] ?? 0n }));
}

/** What was used, by the price of a plan: nothing where it has none. In minor units. */
export function usedFor(plan: PlanOfYear, calls: number, currency: Currency): bigint {
  const rate = currency === 'jpy' ? BigInt(yenOfDollar) : 1n;
  return divided(millionths(plansOfYear[plan].call ?? '0') * rate * BigInt(calls), minorOf(currency));
}

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n);

function discountOn(subTotal: bigint, off: Off | null, currency: Currency): bigint {
  if (off === null) return 0n;
  // What comes back was cheaper by as much.
  if ('percent' in off) return divided(subTotal * BigInt(off.percent), 100n);
  if (subTotal <= 0n) return 0n;
  const fixed = millionths(off[currency]) / minorOf(currency);
  return fixed < subTotal ? fixed : subTotal;
}

function shared(discount: bigint, lines: readonly Line[], subTotal: bigint): bigint[] {
  if (discount === 0n) return lines.map(() => 0n);
  if (discount < 0n) {
    const negated = lines.map((line) => ({ ...line, amount: -line.amount }));
    return shared(-discount, negated, -subTotal).map((share) => -share);
  }
  const shares = lines.map(({ amount }) => floored(amount * discount, subTotal));
  let left = discount - sum(shares);
  const places = lines.map((_, place) => place);
  const amountAt = (place: number): bigint => lines[place]?.amount ?? 0n;
  for (const place of places.sort((a, b) => Number(amountAt(b) - amountAt(a)))) {
    const room = amountAt(place) - (shares[place] ?? 0n);
    const more = room < left ? (room > 0n ? room : 0n) : left;
    shares[place] = (shares[place] ?? 0n) + more;
    left -= more;
  }
  return shares;
}

/** Towards minus infinity. */
function floored(amount: bigint, by: bigint): bigint {
  const whole = amount / by;
  return amount < 0n && whole * by !== amount ? whole - 1n : whole;
}
