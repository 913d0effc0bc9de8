import { latest } from '#libs/kernel/period';
import type { Purchase } from './purchase';

/** When it is charged for the first time: what lies before is not. Domain: customers-subscriptions V6, T4 */
export const firstChargeOf = (
  { startDate, trialEndsAt }: { startDate: Date; trialEndsAt: Date | null },
  { chargedFrom }: Purchase,
): Date => (chargedFrom === undefined ? latest(startDate, trialEndsAt ?? startDate) : new Date(chargedFrom));
