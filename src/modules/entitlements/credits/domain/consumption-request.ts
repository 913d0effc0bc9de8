import { parseDecimal, toCredits } from '#libs/kernel/decimal';
import { instantOf } from '#modules/entitlements/metering';
import type { AskedConsumption } from './credit-consumption';
import type { Dimensions } from './ledger-entry';

/** As a caller sends it. */
export interface ConsumptionRequest {
  amount: number;
  currencyId: string;
  customerId: string;
  idempotencyKey: string;
  createdAt?: Date;
  dimensions?: Dimensions;
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
  const at = instantOf(request.createdAt, now, 'createdAt');
  const isEnforced = request.enforceLimit === true;
  return { customerId, currencyId, resourceId, amount, at, idempotencyKey, dimensions, isEnforced, actor };
}
