import type { Charge } from '#libs/business/pricing/charge';
import { periodBill, type BillTerms, type PeriodBill } from '#libs/business/pricing/period-bill';
import { Decimal } from '#libs/kernel/decimal';
import { usesOf, type Bought } from './charge-uses';
import { ownFloorOf } from './own-minimum-spend';
import type { Purchase } from './purchase';

/**
 * The bill that comes again with each whole period, usage 0. Domain: customers-subscriptions N6, O2
 * @param more what the subscription or its buyer brings beside the prices
 * @returns null where nothing has a price
 */
export function recurringBillOf(
  rows: readonly Charge[],
  purchase: Purchase | null,
  addons: Bought['addons'],
  more: Pick<BillTerms, 'minimumSpend' | 'discount' | 'taxPercent'> = {},
): PeriodBill | null {
  const currency = purchase?.currency;
  if (!purchase || !currency) return null;
  const minimumSpend = ownFloorOf(purchase, null);
  return periodBill({ minimumSpend, ...more, currency, uses: usesOf({ purchase, addons }, rows) });
}

/**
 * What comes again with each whole period, or the first of them, can be billed: a bill that is made once time has come must not be refused
 * then. Coupons may end, so none is thought of. Domain: catalog R9
 * @param isFirst nothing of it was billed before
 * @throws AmountTooLarge
 */
export function requireBillable(
  rows: readonly Charge[],
  purchase: Purchase | null,
  addons: Bought['addons'],
  { taxPercent, isFirst }: { taxPercent: string | number; isFirst: boolean },
): void {
  const currency = purchase?.currency;
  if (!purchase || !currency) return;
  const uses = usesOf({ purchase, addons }, rows, { share: null, isFirst: () => isFirst });
  const minimumSpend = ownFloorOf(purchase, null);
  periodBill({ currency, uses, minimumSpend, taxPercent: new Decimal(taxPercent) });
}
