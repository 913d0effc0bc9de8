import { badInput } from '#libs/kernel/errors/domain-error';
import { dayMs } from '#libs/kernel/period';

const maxAheadMs = 5 * 60_000;
/** Bills look back as far. */
export const oldestReportDays = 90;
const maxAgeMs = oldestReportDays * dayMs;

/** When a report's usage happened. @throws BadUserInput past 5 minutes ahead or 90 days ago. Domain: entitlements-usage A4 */
export function instantOf(createdAt: Date | undefined, now: Date, index: number): Date {
  if (createdAt === undefined) return now;
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs < -maxAheadMs)
    throw badInput(`usages[${index}].createdAt lies more than 5 minutes in the future`);
  if (ageMs > maxAgeMs) throw badInput(`usages[${index}].createdAt lies more than 90 days in the past`);
  return createdAt;
}
