import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '#libs/business/values/currency';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { Database } from '#libs/persistence/database';
import { retryAfter } from '#modules/billing/payments';
import { failingPayments, walletsInOverdraft } from './attention.statements';
import type { FailingPayment, WalletInOverdraft } from './domain/attention';

interface PaymentRow extends Omit<FailingPayment, 'amountDue' | 'nextAttemptAt'> {
  amountDue: string;
  currency: CurrencyCode;
  /** Of the payment that another one may follow. */
  followedAt: Date | null;
  settledAt: Date | null;
  firstFailedAt: Date | null;
  /** When somebody looks after the one that is under way. */
  underWayAt: Date | null;
}

interface WalletRow extends Omit<WalletInOverdraft, 'balance'> {
  balance: string;
  isDue: boolean;
}

/** As its books stand. */
export interface ReadOverdraft extends WalletInOverdraft {
  /** Something that time brings about is not in them yet. */
  isDue: boolean;
}

@Injectable()
export class AttentionReader {
  constructor(private readonly database: Database) {}

  /** Newest first. Domain: access-and-events P5 */
  async payments(limit: number): Promise<FailingPayment[]> {
    const rows = await this.database.query<PaymentRow & Record<string, unknown>>(failingPayments, [
      ...[currentEnvironmentId(), limit],
    ]);
    return rows.map((row) => ({
      ...row,
      amountDue: new Decimal(row.amountDue),
      nextAttemptAt: nextAttemptAt(row),
    }));
  }

  /** Newest first. Domain: access-and-events P5 */
  async wallets(limit: number, now: Date): Promise<ReadOverdraft[]> {
    const rows = await this.database.query<WalletRow & Record<string, unknown>>(walletsInOverdraft, [
      ...[currentEnvironmentId(), limit, now],
    ]);
    return rows.map((row) => ({ ...row, balance: new Decimal(row.balance) }));
  }
}

/** The last one is due too, to be given up. Domain: contracts-billing V11 */
function nextAttemptAt({ underWayAt, followedAt, settledAt, firstFailedAt }: PaymentRow): Date | null {
  if (underWayAt) return underWayAt;
  const isFollowed = settledAt && firstFailedAt && retryAfter(firstFailedAt, settledAt);
  return isFollowed ? followedAt : null;
}
