import type { Charge } from '#libs/business/pricing/charge';
import type { ChargeUse } from '#libs/business/pricing/charge-line';
import type { Share } from '#libs/business/pricing/share';
import { Decimal } from '#libs/kernel/decimal';
import type { Purchase } from './purchase';

/** What a subscription holds of what it pays for. */
export interface Bought {
  purchase: Pick<Purchase, 'quantities'>;
  addons: readonly { packageId: string; quantity: number }[];
}

/** How a period is billed: `isFirst` where it shows what is asked once. */
export interface Billed {
  share: Share | null;
  isFirst: (charge: Charge) => boolean;
}

const asWhole: Billed = { share: null, isFirst: () => false };

/**
 * Each price with its quantity: the copies of a package, the units that were bought, nothing used yet. Domain: catalog R3;
 * customers-subscriptions W3
 * @param rows that price it
 */
export function usesOf(
  { purchase, addons }: Bought,
  rows: readonly Charge[],
  { share, isFirst }: Billed = asWhole,
): ChargeUse[] {
  const copies = new Map(addons.map(({ packageId, quantity }) => [packageId, quantity]));
  const units = new Map(purchase.quantities.map(({ featureId, quantity }) => [featureId, quantity]));
  const quantityOf = ({ billingModel, isOverage, featureId, addonId }: Charge): number => {
    if (isOverage || billingModel === 'USAGE_BASED') return 0;
    return (billingModel === 'PER_UNIT' ? units.get(featureId ?? '') : copies.get(addonId ?? '')) ?? 1;
  };
  return rows.map((charge) => ({
    charge,
    quantity: new Decimal(quantityOf(charge)),
    included: new Decimal(0),
    share,
    isFirstBill: isFirst(charge),
  }));
}
