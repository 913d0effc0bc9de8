import type { Charge } from '#libs/business/pricing/charge';
import type { ChargeUse } from '#libs/business/pricing/charge-line';
import type { Share } from '#libs/business/pricing/share';
import { quantityUnlessChosen, sellsCredits } from '#libs/business/pricing/quantity';
import { Decimal } from '#libs/kernel/decimal';
import type { Purchase } from './purchase';

/** What a subscription holds of what it pays for. */
export interface Bought {
  purchase: Pick<Purchase, 'quantities' | 'credits' | 'freeItems'>;
  addons: readonly { packageId: string; quantity: number }[];
}

/** How a period is billed: `isFirst` where it shows what is asked once. */
export interface Billed {
  share: Share | null;
  isFirst: (charge: Charge) => boolean;
}

const asWhole: Billed = { share: null, isFirst: () => false };

/**
 * Each price with its quantity: the copies of a package that are paid for, the units and credits that were bought, nothing used yet. An addon
 * that is free as a whole costs nothing in advance. Domain: catalog R3, R13, A6; customers-subscriptions W3
 * @param rows that price it
 */
export function usesOf(
  { purchase, addons }: Bought,
  rows: readonly Charge[],
  { share, isFirst }: Billed = asWhole,
): ChargeUse[] {
  const copies = paidCopies(purchase, addons);
  const units = new Map(purchase.quantities.map(({ featureId, quantity }) => [featureId, quantity]));
  const copiesOf = ({ addonId }: Charge): number => copies.get(addonId ?? '') ?? 1;
  const quantityOf = (charge: Charge): number => {
    if (isCounted(charge)) return 0;
    if (sellsCredits(charge)) return creditsOf(purchase, charge);
    return charge.billingModel === 'PER_UNIT' ? (units.get(charge.featureId ?? '') ?? 1) : copiesOf(charge);
  };
  return rows
    .filter((charge) => isCounted(charge) || copiesOf(charge) > 0)
    .map((charge) => ({
      charge,
      quantity: new Decimal(quantityOf(charge)),
      included: new Decimal(0),
      share,
      isFirstBill: isFirst(charge),
    }));
}

/** How many credits of a charge were chosen. Domain: catalog R13 */
export const creditsOf = ({ credits = [] }: Pick<Purchase, 'credits'>, charge: Charge): number =>
  credits.find(({ currencyId }) => currencyId === charge.customCurrencyId)?.quantity ??
  quantityUnlessChosen(charge).toNumber();

/** Billed by what is used. */
const isCounted = ({ billingModel, isOverage }: Charge): boolean =>
  isOverage || billingModel === 'USAGE_BASED';

/** By addon. */
function paidCopies({ freeItems = [] }: Bought['purchase'], addons: Bought['addons']): Map<string, number> {
  const free = new Map(freeItems.map(({ addonId, quantity }) => [addonId, quantity]));
  return new Map(addons.map(({ packageId, quantity }) => [packageId, quantity - (free.get(packageId) ?? 0)]));
}
