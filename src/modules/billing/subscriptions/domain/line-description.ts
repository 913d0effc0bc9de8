import type { BillLine } from '#libs/business/pricing/bill-line';
import { reckoningOf } from '#libs/business/pricing/explanation';
import type { Share } from '#libs/business/pricing/share';
import { dayOf, startOfDay } from '#libs/kernel/period';
import type { BillingPeriodRange } from './billing-cycle';

/** What prices are called on a bill, by their `ref`. */
export type BillNames = ReadonlyMap<string, string>;

const secondsPerDay = 24 * 60 * 60;

/**
 * A line in words: what it is for, when, which part of a whole period that is, and how its price comes about, so that a buyer can work it
 * out again. Domain: customers-subscriptions R1, W1
 */
export function descriptionOf(line: BillLine, { start, end }: BillingPeriodRange, names: BillNames): string {
  if (line.type === 'Other') return `Changed without proration, ${toldInstant(start)} to ${toldInstant(end)}`;
  const name = line.charge ? (names.get(line.charge.ref) ?? line.charge.ref) : 'Up to the minimum spend';
  if (line.charge?.billingCadence === 'ONE_OFF') return `${name}, once`;
  const isCredit = line.exactAmount.isNegative() && !line.exactAmount.isZero();
  const part = line.share ? ` (${partTold(line.share)})` : '';
  const when = `${toldInstant(start)} to ${toldInstant(end)}${part}`;
  return `${isCredit ? 'Unused: ' : ''}${name}, ${when}${reckoned(line)}`;
}

/** Where one price of one unit does not tell it. */
const reckoned = (line: BillLine): string =>
  line.unitPrice === null && line.steps.length > 0 ? `: ${reckoningOf({ ...line, share: null })}` : '';

/** Days where both are whole ones, else seconds, in which parts are counted. */
function partTold({ part, whole }: Share): string {
  const inDays = part.mod(secondsPerDay).isZero() && whole.mod(secondsPerDay).isZero();
  const [size, unit] = inDays ? [secondsPerDay, 'days'] : [1, 'seconds'];
  return `${part.div(size).toFixed()} of ${whole.div(size).toFixed()} ${unit}`;
}

export const toldInstant = (at: Date): string =>
  startOfDay(at).getTime() === at.getTime() ? dayOf(at) : at.toISOString().replace(/\.\d+Z$/, 'Z');
