import { badInput } from '#libs/kernel/errors/domain-error';
import { addMonths, addMs, dayMs, hourMs, monthsBetween, weekMs } from '#libs/kernel/period';

/** A budget runs anew after so many of one unit: of the calendar's months, or of a length. Domain: access-and-events G10 */
type Cadence = { months: number } | { lengthMs: number };

/** Half-open, and never without an end. */
export interface BudgetWindow {
  start: Date;
  end: Date;
}

const form = /^P(?:(\d{1,6})([YMWD])|T(\d{1,6})([HMS]))$/;
const lengths: Readonly<Record<string, number>> = {
  ...{ W: weekMs, D: dayMs },
  ...{ TH: hourMs, TM: 60_000, TS: 1000 },
};
const most = 100 * 365 * dayMs;
const mostMonths = 100 * 12;

/** One number and one unit of ISO 8601, which is how it is stored and told. @throws BadUserInput naming the field */
export function requireCadence(text: string, field: string): string {
  const cadence = cadenceOf(text);
  const isFit =
    cadence !== undefined &&
    ('months' in cadence
      ? cadence.months > 0 && cadence.months <= mostMonths
      : cadence.lengthMs > 0 && cadence.lengthMs <= most);
  if (isFit) return text;
  throw badInput(
    `${field}: ${text} is no duration of one unit, such as P1D, P1W, P1M, P30D or PT1M, of a hundred years at most`,
  );
}

/** The window of an instant that is not before the anchor. Always counted from the anchor, as windows of features are. */
export function budgetWindow(text: string, anchor: Date, at: Date): BudgetWindow {
  const cadence = cadenceOf(text);
  if (cadence === undefined) throw new Error(`${text} was stored as a cadence`);
  return 'months' in cadence ? byMonths(cadence.months, anchor, at) : byLength(cadence.lengthMs, anchor, at);
}

function cadenceOf(text: string): Cadence | undefined {
  const [, days, unit = '', time, timeUnit = ''] = form.exec(text) ?? [];
  if (days === undefined && time === undefined) return undefined;
  const count = Number(days ?? time);
  if (unit === 'M' || unit === 'Y') return { months: unit === 'Y' ? 12 * count : count };
  return { lengthMs: count * (lengths[unit || `T${timeUnit}`] as number) };
}

function byMonths(months: number, anchor: Date, at: Date): BudgetWindow {
  const boundary = (k: number): Date => addMonths(anchor, k * months);
  let k = Math.floor(monthsBetween(anchor, at) / months);
  while (boundary(k) > at) k--;
  while (boundary(k + 1) <= at) k++;
  return { start: boundary(k), end: boundary(k + 1) };
}

function byLength(lengthMs: number, anchor: Date, at: Date): BudgetWindow {
  const k = Math.floor((at.getTime() - anchor.getTime()) / lengthMs);
  return { start: addMs(anchor, k * lengthMs), end: addMs(anchor, (k + 1) * lengthMs) };
}
