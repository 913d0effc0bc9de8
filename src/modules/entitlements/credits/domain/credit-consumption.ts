import type { Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { CreditWallet, WalletBalance } from './credit-wallet';
import type { Dimensions } from './ledger-entry';

/** What a caller asks to be taken. */
export interface AskedConsumption {
  customerId: string;
  currencyId: string;
  resourceId: string | null;
  amount: Decimal;
  /** When it was used. */
  at: Date;
  idempotencyKey: string;
  dimensions: Dimensions | null;
  /** Refused where it would leave something owed. */
  isEnforced: boolean;
  actor: string;
}

/** Credits that were taken by a call of their own, under the key that its caller gave it. Domain: credits N1, N7 */
export class CreditConsumption extends TenantEntity {
  walletUid: string;
  customerUid: string;
  currencyUid: string;
  idempotencyKey: string;
  amount: Decimal;
  occurredAt: Date;
  dimensions: Dimensions | null;
  /** Of its wallet right after it. */
  usageAfter: Decimal;
  limitAfter: Decimal;
  periodEnd: Date | null;
  toldAt: Date;

  static of(wallet: CreditWallet, asked: AskedConsumption, uid: string, now: Date): CreditConsumption {
    const { amount, at, idempotencyKey, dimensions } = asked;
    const { customerUid, currencyUid, granted, used, periodEnd, movedAt } = wallet;
    const after = { usageAfter: used, limitAfter: granted, periodEnd, toldAt: movedAt };
    const taken = { walletUid: wallet.uid, customerUid, currencyUid, idempotencyKey, amount, occurredAt: at };
    const consumption = CreditConsumption.instantiate<CreditConsumption>(
      CreditConsumption,
      { ...taken, dimensions, ...after },
      now,
    );
    return Object.assign(consumption, { uid });
  }

  balance(currencyId: string): WalletBalance {
    const { usageAfter, limitAfter, toldAt, periodEnd } = this;
    return { currencyId, currentUsage: usageAfter, usageLimit: limitAfter, timestamp: toldAt, periodEnd };
  }
}

/** @param otherwise what the caller can do instead. Domain: credits N9; entitlements-usage Q12 */
export function insufficientCredits(asked: Decimal, left: Decimal, otherwise: string): DomainError {
  const message = `InsufficientCredits: ${asked.toFixed()} were asked for, ${left.toFixed()} are left; leave enforceLimit out to ${otherwise}`;
  return new DomainError('EntitlementLimitExceededError', message);
}

/** Where a key came with another amount before: it names another consumption. Domain: credits N7 */
export function refusalOfRepeated(
  before: Pick<AskedConsumption, 'amount'>,
  { amount, idempotencyKey }: AskedConsumption,
): DomainError | undefined {
  if (before.amount.equals(amount)) return undefined;
  return badInput(
    `amount: idempotencyKey ${idempotencyKey} stands for ${before.amount.toFixed()} credits; send another key`,
  );
}
