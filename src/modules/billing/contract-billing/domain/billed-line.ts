import type { Decimal } from '#libs/kernel/decimal';
import { zero } from '#libs/business/pricing/amount';
import type { PaymentTime } from '#libs/business/pricing/bill-line';
import { contractLine, type ContractLine, type ContractPrice } from '#libs/business/pricing/contract-line';
import type { BillingWindow } from './billing-window';
import { cycleAt, cycleCount, type BillingFrequency } from './cycles';
import type { Share } from '#libs/business/pricing/share';

/** A line item as far as its bills go. */
export interface BilledLine extends ContractPrice {
  readonly itemId: string;
  readonly name: string;
  readonly frequency: BillingFrequency;
  readonly paymentTime: PaymentTime;
  /** Days from issue to due; null while not agreed on. */
  readonly netTerms: number | null;
  readonly isSeparate: boolean;
  /** Null while not both days are known: then one cycle is told. Domain: contracts-billing M2 */
  readonly window: BillingWindow | null;
  readonly legalEntityId: string | null;
  readonly paymentAccountId: string | null;
}

/**
 * One cycle of a line.
 * @param usage what was used in it; 0 before it is over
 * @throws AmountTooLarge. Domain: contracts-billing M4, M6
 */
export const billOf = (
  line: BilledLine,
  share: Share | null,
  digits: number,
  usage: Decimal = zero,
): ContractLine => contractLine(line, { share, usage }, digits, `the amount of ${line.name}`);

/** Cycles of the whole window; one while it has none. */
export const cyclesIn = ({ frequency, window }: BilledLine): number =>
  window === null ? 1 : cycleCount(frequency, window);

/** Of the cycles that are cut short: only the first and the last one may be. */
export function cutSharesOf(line: BilledLine): Share[] {
  const { frequency, window } = line;
  const count = cyclesIn(line);
  if (window === null || count === 0) return [];
  const ends = count === 1 ? [0] : [0, count - 1];
  return ends.flatMap((index) => cycleAt(frequency, window, index).share ?? []);
}
