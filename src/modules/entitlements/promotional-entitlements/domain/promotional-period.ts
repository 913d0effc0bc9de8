import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { addDays, addMonths } from '#libs/kernel/period';

/** Spec: Period */
export const promotionalPeriods = ['1 week', '1 month', '6 month', '1 year', 'lifetime', 'custom'] as const;
export type PromotionalPeriod = (typeof promotionalPeriods)[number];

const ends: Record<Exclude<PromotionalPeriod, 'custom'>, (start: Date) => Date | null> = {
  '1 week': (start) => addDays(start, 7),
  '1 month': (start) => addMonths(start, 1),
  '6 month': (start) => addMonths(start, 6),
  '1 year': (start) => addMonths(start, 12),
  lifetime: () => null,
};

/**
 * When a promotion ends that starts now; null is never.
 * @throws InvalidArgumentError for a custom period without an end to come, BadUserInput for an end beside another period
 * Domain: entitlements-usage M2
 */
export function endOf(period: PromotionalPeriod, customEndDate: Date | null, now: Date): Date | null {
  if (period === 'custom') return customEnd(customEndDate, now);
  if (customEndDate !== null)
    throw badInput(`customEndDate is for period custom; leave it out with ${period}`);
  return ends[period](now);
}

function customEnd(customEndDate: Date | null, now: Date): Date {
  if (customEndDate === null)
    throw new DomainError('InvalidArgumentError', 'customEndDate is required with period custom');
  if (customEndDate <= now)
    throw new DomainError('InvalidArgumentError', 'customEndDate must lie in the future');
  return customEndDate;
}
