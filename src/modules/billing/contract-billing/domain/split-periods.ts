import { dayOf } from '#libs/kernel/period';
import type { ScheduledInvoice } from './invoice-schedule';

/** Days that several invoices bill. */
interface SplitPeriod {
  readonly start: Date;
  readonly end: Date;
  readonly invoices: number;
}

/** Where a customer gets more than one invoice for the same days. Domain: contracts-billing P5 */
export function splitPeriods(schedule: readonly ScheduledInvoice[]): SplitPeriod[] {
  const periods = new Map<string, SplitPeriod>();
  for (const { periodStart: start, periodEnd: end } of schedule) {
    if (!start || !end) continue;
    const key = `${start.getTime()} ${end.getTime()}`;
    periods.set(key, { start, end, invoices: (periods.get(key)?.invoices ?? 0) + 1 });
  }
  return [...periods.values()].filter(({ invoices }) => invoices > 1);
}

/** What to look at before publishing; nothing of it refuses. */
export function warningsOf(schedule: readonly ScheduledInvoice[]): string[] {
  const split = splitPeriods(schedule);
  const [first] = split;
  if (!first) return [];
  const example = `${dayOf(first.start)} to ${dayOf(first.end)} by ${first.invoices} invoices`;
  const why = 'lines differ in paymentTime, netTerms, legal entity or account, or ask for a separateInvoice';
  return [`${split.length} periods are billed by several invoices each, such as ${example}: ${why}`];
}
