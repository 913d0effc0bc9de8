import { parseDecimal, toCredits } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import { dayMs } from '#libs/kernel/period';
import type { AskedConsumption } from './credit-consumption';

const maxAheadMs = 5 * 60_000;
const maxAgeDays = 90;

/** As a caller sends it. */
export interface ConsumptionRequest {
  amount: number;
  currencyId: string;
  customerId: string;
  idempotencyKey: string;
  createdAt?: Date;
  dimensions?: Record<string, string | number | boolean>;
  resourceId?: string;
  enforceLimit?: boolean;
}

/**
 * @param actor who asks, as the ledger tells it
 * @throws BadUserInput for an instant past 5 minutes ahead or 90 days ago, AmountTooLarge. Domain: credits N1, Y4; entitlements-usage A4
 */
export function askedOf(request: ConsumptionRequest, actor: string, now: Date): AskedConsumption {
  const { customerId, currencyId, resourceId = null, idempotencyKey, dimensions = null } = request;
  const amount = toCredits(parseDecimal(request.amount, 'amount'));
  const at = request.createdAt ?? now;
  const ageMs = now.getTime() - at.getTime();
  if (ageMs < -maxAheadMs) throw badInput('createdAt lies more than 5 minutes in the future');
  if (ageMs > maxAgeDays * dayMs) throw badInput(`createdAt lies more than ${maxAgeDays} days in the past`);
  const isEnforced = request.enforceLimit === true;
  return { customerId, currencyId, resourceId, amount, at, idempotencyKey, dimensions, isEnforced, actor };
}
