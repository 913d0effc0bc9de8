import { type Decimal } from '#libs/kernel/decimal';
import { type Charge } from './charge';
import { type PriceStep } from './price-step';
import { type Share } from './share';

/** Domain: contracts-billing V9. */
export type LineType =
  | 'BaseCharge'
  | 'ZeroAmountBaseCharge'
  | 'InAdvanceCommitmentCharge'
  | 'PayAsYouGoCharge'
  | 'TierCharge'
  | 'AddonCharge'
  | 'OverageCharge'
  | 'MinimumSpendAdjustmentCharge'
  | 'Other';

/** When a line falls due: before its period, or after it. Domain: catalog R3. */
export type PaymentTime = 'IN_ADVANCE' | 'IN_ARREARS';

/** One amount with all that it follows from. */
export interface BillLine {
  readonly type: LineType;
  /** Null on the adjustment up to a minimum spend, and on what was not billed of a change. */
  readonly charge: Charge | null;
  readonly paymentTime: PaymentTime;
  /** What was priced: already without `included`. */
  readonly quantity: Decimal;
  /** Units that cost nothing here because the plan includes them or they are committed. */
  readonly included: Decimal;
  /** Of one unit, where the whole line has one price; null with tiers, and with blocks of several units. */
  readonly unitPrice: Decimal | null;
  readonly steps: readonly PriceStep[];
  /** The part of the period that is billed; null is all of it. */
  readonly share: Share | null;
  /** Σ of the steps × share. */
  readonly exactAmount: Decimal;
  /** `exactAmount` in minor units; the one place where a line is rounded. Domain: contracts-billing R2. */
  readonly amount: Decimal;
}
