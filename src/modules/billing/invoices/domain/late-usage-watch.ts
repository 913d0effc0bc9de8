import { addDays, addMs, hourMs, latest } from '#libs/kernel/period';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { UsageDifference } from './late-usage';

/**
 * When to look again whether usage came late that no invoice to come would bill. One of each contract that has billed usage, by the
 * uid of the contract. Domain: entitlements-usage A13
 */
export class LateUsageWatch extends TenantEntity {
  dueAt: Date;
  /** Then no report of a period that was billed can come any more. */
  until: Date;
  /** The differences that the last look has found, and when they were found first; null where there was none. */
  seen: string | null;
  seenAt: Date | null;

  /** An invoice to come bills it. */
  waitFor(issueDate: Date, now: Date, graceHours: number): void {
    this.forget();
    this.dueAt = latest(addMs(issueDate, (graceHours + 1) * hourMs), inAnHour(now));
  }

  /** @param everyMs when to look again. @returns whether it has stayed as it is for the grace: more may be on its way while it changes. Domain: contracts-billing V4 */
  isQuiet(differences: readonly UsageDifference[], now: Date, graceHours: number, everyMs = hourMs): boolean {
    const found = differences
      .map(({ sign }) => sign)
      .sort()
      .join(' ');
    if (found !== this.seen || this.seenAt === null) Object.assign(this, { seen: found, seenAt: now });
    this.dueAt = addMs(now, everyMs);
    return this.seenAt !== null && addMs(this.seenAt, graceHours * hourMs) <= now;
  }

  /** Nothing differs just now. @param everyMs when to look again */
  rest(now: Date, everyMs = hourMs): void {
    this.forget();
    this.dueAt = addMs(now, everyMs);
  }

  isOver(now: Date): boolean {
    return now >= this.until;
  }

  private forget(): void {
    Object.assign(this, { seen: null, seenAt: null });
  }
}

/** @param periodEnd the last day of a period that is billed. @param days how old a report may be, with a margin */
export const watchUntil = (periodEnd: Date, days: number): Date => addDays(periodEnd, days + 1);

export const inAnHour = (now: Date): Date => addMs(now, hourMs);
