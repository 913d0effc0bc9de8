import { timesOver } from '#libs/business/pricing/contract-line';
import { sumTotals, type Totals } from '#libs/business/pricing/totals';
import { Decimal } from '#libs/kernel/decimal';
import { billOf, cutSharesOf, cyclesIn, type BilledLine } from './billed-line';

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
 * @param lines in the order of their items; an item may have several, each for some of its days
 * @param digits decimals of the currency's minor unit
 * @throws AmountTooLarge. Domain: contracts-billing M2, M4
 */
export function contractTotals(lines: readonly BilledLine[], digits: number): ContractTotals {
  const items = new Map<string, ItemTotals>();
  for (const line of lines) {
    const { itemId } = line;
    const { name, ...before } = items.get(itemId) ?? { name: line.name, ...sumTotals([]) };
    items.set(itemId, { itemId, name, ...sumTotals([before, lineTotals(line, digits)]) });
  }
  return { items: [...items.values()], ...sumTotals([...items.values()]) };
}

function lineTotals(line: BilledLine, digits: number): Totals {
  const cut = cutSharesOf(line).map((share) => billOf(line, share, digits));
  const whole = timesOver(new Decimal(cyclesIn(line) - cut.length), billOf(line, null, digits));
  return sumTotals([whole, ...cut]);
}
