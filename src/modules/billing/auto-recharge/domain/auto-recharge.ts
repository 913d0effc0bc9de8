import type { CurrencyCode } from '#libs/business/values/currency';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { Decimal } from '#libs/kernel/decimal';
import { monthOf, percentsReached, type PlannedRecharge } from './recharge-plan';
import {
  untouchedTerms,
  type ExpirationPeriod,
  type RechargeCollection,
  type RechargeTerms,
  type ThresholdType,
} from './recharge-terms';

/** Whose wallet is recharged: that of the customer itself, of no resource. */
export interface RechargedWallet {
  walletUid: string;
  customerUid: string;
  customerId: string;
  currencyUid: string;
  currencyId: string;
}

/** A recharge that is under way. Amounts are exact decimal texts. */
export interface RechargeAttempt {
  /** Place of the entry that left so little. */
  seq: number;
  grantId: string;
  amount: string;
  cost: string;
  currency: CurrencyCode;
  /** To the cap of which it counts. */
  month: string;
}

/** In a row; then somebody must see to it. Domain: credits A5 */
const mostFailures = 3;

/**
 * How a customer wants a wallet to be recharged, what was spent for it, and the attempt that is under way.
 *
 *   at rest ─fell─► under way ─paid─► at rest
 *                       └─not paid─► at rest, or disabled: for good, or the third time in a row
 *
 * Domain: credits A1–A5
 */
export class AutoRecharge extends AddressedEntity implements RechargedWallet, RechargeTerms {
  walletUid: string;
  customerUid: string;
  customerId: string;
  currencyUid: string;
  currencyId: string;
  isEnabled: boolean;
  thresholdType: ThresholdType;
  thresholdValue: Decimal;
  targetBalance: Decimal;
  maxSpendLimit: Decimal | null;
  grantExpirationPeriod: ExpirationPeriod;
  collectedBy: RechargeCollection | null;
  /** When its terms became what they are. */
  configuredAt: Date;
  /** In a row, since it was enabled. */
  failures: number;
  /** In the month `spentIn`, in whole currency units of the price. */
  spent: Decimal;
  spentIn: string | null;
  attempt: RechargeAttempt | null;

  static of(wallet: RechargedWallet, now: Date): AutoRecharge {
    const unused = { failures: 0, spent: new Decimal(0), spentIn: null, attempt: null };
    return AutoRecharge.instantiate<AutoRecharge>(
      AutoRecharge,
      { ...wallet, ...untouchedTerms, ...unused, configuredAt: now, revision: 1 },
      now,
    );
  }

  /** Nobody gives it another name. */
  get id(): string {
    return this.uid;
  }

  /** Failures are counted anew where it was disabled. */
  configure(terms: RechargeTerms): void {
    if (terms.isEnabled && !this.isEnabled) this.failures = 0;
    Object.assign(this, terms);
  }

  /** The revision counts states that callers are told of. */
  noteConfigured(now: Date): void {
    this.configuredAt = now;
    this.revision += 1;
  }

  disable(now: Date): void {
    this.isEnabled = false;
    this.noteConfigured(now);
  }

  /** Domain: credits A4 */
  spentAt(now: Date): Decimal {
    return this.spentIn === monthOf(now) ? this.spent : new Decimal(0);
  }

  begin(seq: number, grantId: string, { amount, cost }: PlannedRecharge, now: Date): void {
    this.attempt = {
      ...{ seq, grantId, amount: amount.toFixed() },
      ...{ cost: cost.amount.toFixed(), currency: cost.currency, month: monthOf(now) },
    };
  }

  /** What was under way is paid. @returns per cent of the cap that are reached by it */
  succeed({ cost, month }: RechargeAttempt): number[] {
    const before = this.spentIn === month ? this.spent : new Decimal(0);
    Object.assign(this, { spent: before.plus(cost), spentIn: month, failures: 0, attempt: null });
    return this.maxSpendLimit ? percentsReached(before, this.spent, this.maxSpendLimit) : [];
  }

  /** Nothing was bought. @returns whether it is disabled for it. Domain: credits A5 */
  fail({ isHard }: { isHard: boolean }, now: Date): boolean {
    this.attempt = null;
    this.failures += 1;
    const isOver = this.isEnabled && (isHard || this.failures >= mostFailures);
    if (isOver) this.disable(now);
    return isOver;
  }
}
