import { timesOver } from '#libs/business/pricing/contract-line';
import { sumTotals, type Totals } from '#libs/business/pricing/totals';
import { Decimal } from '#libs/kernel/decimal';
import { billOf, cyclesIn, lastShareOf, type BilledLine } from './billed-line';

export interface ItemTotals extends Totals {
  readonly itemId: string;
  readonly name: string;
}

/** What a contract comes to over its whole window, item by item. */
export interface ContractTotals extends Totals {
  readonly items: readonly ItemTotals[];
}

/**
 * The sums of all invoices that the schedule has, without making them: full cycles of one line all cost the same.
 * @param digits decimals of the currency's minor unit
 * @throws AmountTooLarge. Domain: contracts-billing M2, M4
 */
export function contractTotals(lines: readonly BilledLine[], digits: number): ContractTotals {
  const items = lines.map((line) => itemTotals(line, digits));
  return { items, ...sumTotals(items) };
}

function itemTotals(line: BilledLine, digits: number): ItemTotals {
  const { itemId, name } = line;
  const full = billOf(line, null, digits);
  const lastShare = lastShareOf(line);
  const cycles = cyclesIn(line);
  if (lastShare === null) return { itemId, name, ...timesOver(new Decimal(cycles), full) };
  const before = timesOver(new Decimal(cycles - 1), full);
  return { itemId, name, ...sumTotals([before, billOf(line, lastShare, digits)]) };
}
