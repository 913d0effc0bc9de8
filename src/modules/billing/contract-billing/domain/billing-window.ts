import { badInput } from '#libs/kernel/errors/domain-error';
import { addDays, earliest, latest, startOfDay } from '#libs/kernel/period';

/** The days that a line is billed for, both included, each as its 00:00 in UTC. Domain: contracts-billing M3, R6 */
export interface BillingWindow {
  /** Cycles are counted from it. */
  readonly start: Date;
  readonly end: Date;
  /** The first day that is billed, where it is a later one. Domain: contracts-billing P3 */
  readonly from?: Date;
}

/** Only the calendar day is kept. Domain: contracts-billing S1 */
export const billingDay = (at: Date): Date => startOfDay(at);

export const dayAfter = (day: Date): Date => addDays(day, 1);

export const dayBefore = (day: Date): Date => addDays(day, -1);

/** Both days, or none while one of them is not known. */
export const windowOf = (
  start: Date | null,
  end: Date | null,
  from: Date | null = null,
): BillingWindow | null => (start && end ? { start, end, ...(from && { from }) } : null);

/** From the first day of any of them to the last. Of at least one. */
export const windowAround = (windows: readonly BillingWindow[]): BillingWindow => ({
  start: windows.map(({ start }) => start).reduce(earliest),
  end: windows.map(({ end }) => end).reduce(latest),
});

/** @throws BadUserInput for an end before its start. Domain: contracts-billing S1 */
export function requireAscending(start: Date | null, end: Date | null): void {
  if (start && end && end < start)
    throw badInput('activationEndDate must not lie before activationStartDate');
}
