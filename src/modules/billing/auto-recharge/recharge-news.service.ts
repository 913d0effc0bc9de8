import { Injectable } from '@nestjs/common';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { CreditAutoRecharge } from './auto-recharge.views';
import type { AutoRecharge } from './domain/auto-recharge';

/** What has become of an attempt. Money in whole currency units. */
export interface AttemptOutcome {
  status: 'SUCCEEDED' | 'FAILED';
  /** Place of the entry of the ledger that left so little. */
  ledgerSeq: number;
  /** Null where it came to no grant. */
  creditGrantId: string | null;
  amount: number | null;
  cost: { amount: number; currency: string } | null;
  /** Why it failed. */
  reason: string | null;
  /** Failures in a row by now. */
  failures: number;
}

/** How far the cap of a month is spent. */
export interface LimitOutcome {
  percent: number;
  spent: number;
  maxSpendLimit: number;
  /** What the recharge would have cost that was not bought because of it. */
  refusedCost: number | null;
}

/** Why the settings are others. */
export type ConfigurationReason = 'REQUESTED' | 'MAX_SPEND_LIMIT' | 'PAYMENT_FAILED';

/** Tells of recharges, in the commit that makes it true. Domain: credits A4, A5; access-and-events W6, W10 */
@Injectable()
export class RechargeNews {
  private readonly record: ChangeRecord<AutoRecharge>;

  constructor(recorder: Recorder) {
    this.record = recorder.recordOf<AutoRecharge>({
      entity: 'CREDIT',
      noun: 'automatic_recharge',
      picture: CreditAutoRecharge.from,
      parentOf: ({ customerId }) => customerId,
      payload: (autoRecharge) => ({ autoRecharge }),
    });
  }

  attempted(recharge: AutoRecharge, outcome: AttemptOutcome): void {
    this.record.add('operation.attempted', null, recharge, { outcome });
  }

  limitReached(recharge: AutoRecharge, outcome: LimitOutcome): void {
    this.record.add('limit_exceeded', null, recharge, { outcome });
  }

  /** @param before null where nobody had said anything */
  configured(before: AutoRecharge | null, recharge: AutoRecharge, reason: ConfigurationReason): void {
    const outcome = { isEnabled: recharge.isEnabled, reason };
    this.record.add('configuration.changed', before, recharge, { outcome });
  }
}
