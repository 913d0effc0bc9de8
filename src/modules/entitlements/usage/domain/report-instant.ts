import { badInput } from '#libs/kernel/errors/domain-error';

const maxAheadMs = 5 * 60_000;
const maxAgeMs = 90 * 24 * 3_600_000;

/** When a report's usage happened. @throws BadUserInput past 5 minutes ahead or 90 days ago. Domain: entitlements-usage A4 */
export function instantOf(createdAt: Date | undefined, now: Date, index: number): Date {
  if (createdAt === undefined) return now;
  const ageMs = now.getTime() - createdAt.getTime();
  if (ageMs < -maxAheadMs)
    throw badInput(`usages[${index}].createdAt lies more than 5 minutes in the future`);
  if (ageMs > maxAgeMs) throw badInput(`usages[${index}].createdAt lies more than 90 days in the past`);
  return createdAt;
}
