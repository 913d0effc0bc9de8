import type { Charge } from '#libs/business/pricing/charge';
import { periodBill, type BillTerms, type PeriodBill } from '#libs/business/pricing/period-bill';
import { Decimal } from '#libs/kernel/decimal';
import { usesOf, type Bought } from './charge-uses';
import { ownFloorOf } from './own-minimum-spend';
import type { Purchase } from './purchase';

/** What the subscription or its buyer brings beside the prices. */
interface Beside extends Pick<BillTerms, 'minimumSpend' | 'discount' | 'taxPercent'> {
  /** Nothing of it was billed before: what is asked once is in it. */
  isFirst?: boolean;
}

/**
 * The bill that comes again with each whole period, usage 0. Domain: customers-subscriptions N6, O2
 * @returns null where nothing has a price
 * @throws AmountTooLarge
 */
export function recurringBillOf(
  rows: readonly Charge[],
  purchase: Purchase | null,
  addons: Bought['addons'],
  { isFirst = false, ...more }: Beside = {},
): PeriodBill | null {
  const currency = purchase?.currency;
  if (!purchase || !currency) return null;
  const minimumSpend = ownFloorOf(purchase, null);
  const uses = usesOf({ purchase, addons }, rows, { share: null, isFirst: () => isFirst });
  return periodBill({ minimumSpend, ...more, currency, uses });
}

/**
 * What comes again with each whole period, or the first of them, can be billed: a bill that is made once time has come must not be refused
 * then. Coupons may end, so none is thought of. Domain: catalog R9
 * @throws AmountTooLarge
 */
export function requireBillable(
  rows: readonly Charge[],
  purchase: Purchase | null,
  addons: Bought['addons'],
  { taxPercent, isFirst }: { taxPercent: string | number; isFirst: boolean },
): void {
  recurringBillOf(rows, purchase, addons, { taxPercent: new Decimal(taxPercent), isFirst });
}
