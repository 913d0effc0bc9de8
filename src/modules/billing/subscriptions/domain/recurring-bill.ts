import type { Charge } from '#libs/business/pricing/charge';
import type { ChargeUse } from '#libs/business/pricing/charge-line';
import { periodBill, type BillTerms, type PeriodBill } from '#libs/business/pricing/period-bill';
import { Decimal } from '#libs/kernel/decimal';
import type { Purchase } from './purchase';

/** Addons beside a plan, with their copies. */
export type Copies = readonly { packageId: string; quantity: number }[];

const none = new Decimal(0);

/** What is charged for a whole period on these terms, as long as nothing is used. @param rows those that price it */
export function unusedPeriod(
  rows: readonly Charge[],
  { quantities }: Pick<Purchase, 'quantities'>,
  addons: Copies,
): ChargeUse[] {
  const copies = new Map(addons.map(({ packageId, quantity }) => [packageId, quantity]));
  const units = new Map(quantities.map(({ featureId, quantity }) => [featureId, quantity]));
  return rows.map((charge) => {
    const { billingModel, featureId, addonId, isOverage } = charge;
    const chosen = billingModel === 'PER_UNIT' ? units.get(featureId ?? '') : copies.get(addonId ?? '');
    const quantity = isOverage || billingModel === 'USAGE_BASED' ? none : new Decimal(chosen ?? 1);
    return { charge, quantity, included: none, share: null, isFirstBill: false };
  });
}

/**
 * The bill that comes again with each whole period, usage 0. Domain: customers-subscriptions N6
 * @param more what the subscription or its buyer brings beside the prices
 * @returns null where nothing has a price
 */
export function recurringBillOf(
  rows: readonly Charge[],
  purchase: Purchase | null,
  addons: Copies,
  more: Pick<BillTerms, 'minimumSpend' | 'discount' | 'taxPercent'> = {},
): PeriodBill | null {
  const currency = purchase?.currency;
  if (!purchase || !currency) return null;
  return periodBill({ ...more, currency, uses: unusedPeriod(rows, purchase, addons) });
}
