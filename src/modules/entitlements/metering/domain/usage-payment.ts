import { soldBetween, type UnitTransformation } from '#libs/business/values/unit-transformation';
import type { Decimal } from '#libs/kernel/decimal';
import type { Dimension } from '#libs/business/values/metered-event';
import type { DomainError } from '#libs/kernel/errors/domain-error';

/** What usage of a feature takes from a wallet. Domain: catalog R12; credits F1, F2 */
export interface FeatureRate {
  currencyUid: string;
  currencyId: string;
  /** Credits for one sold unit: exact text, above zero. */
  amount: string;
  /** What an event costs by its dimensions, in place of units times amount. */
  costFormula: string | null;
}

/** Of a report whose usage is paid in credits. */
export interface UsagePayment {
  rate: FeatureRate;
  customerId: string;
  featureId: string;
  /** The resource that it names, with its key; null where it names none. Not where it is counted. Domain: credits L1 */
  resource: { uid: string; id: string } | null;
  unitTransformation: UnitTransformation | null;
  /** Refused where the wallet lacks what it takes. Domain: entitlements-usage Q12 */
  isEnforced: boolean;
  /** Key or user that reports. */
  reporter: string;
}

/** A report as far as it is paid. */
export interface PaidReport {
  customerUid: string;
  occurredAt: Date;
  dimensions: Readonly<Record<string, Dimension>> | null;
  payment: UsagePayment;
}

export const isPaid = <R extends Partial<PaidReport>>(report: R): report is R & { payment: UsagePayment } =>
  report.payment !== undefined;

/** What was used on top. */
export interface UsedUnits {
  /** Names the event in the ledger: of a report its measurement. */
  uid: string;
  /** Sold ones; null where nothing was used on top, which costs nothing whatever a formula says. */
  units: Decimal | null;
}

/** Of a report that takes usage from one to the other. Domain: credits F2 */
export function unitsBetween(
  before: number,
  after: number,
  { unitTransformation }: UsagePayment,
): Decimal | null {
  return after > before ? soldBetween(before, after, unitTransformation) : null;
}

/** Credits that a report took, and its wallet right after. Domain: credits N8 */
export interface PaidCredits {
  currencyId: string;
  consumed: Decimal;
  usageLimit: Decimal;
  currentUsage: Decimal;
  timestamp: Date;
  periodEnd: Date | null;
}

/** Reports of one request, one after the other: judged as they are counted, and taken from once all of them are. */
export interface PaymentTurn {
  /** For what it costs. @returns why it is refused: what is left does not pay for it and those before it */
  ask(report: PaidReport, used: UsedUnits): DomainError | undefined;
  /** All that was asked for. */
  take(): void;
  /** With a measurement: nothing is consumed by one that was counted before. */
  told(report: PaidReport, uid: string): PaidCredits;
}

/** Wallets that nobody else moves until the end of the transaction. */
export interface UsagePayers {
  turn(): PaymentTurn;
  /** Stores what was taken. */
  keep(): Promise<void>;
}
