import type { Decimal } from '#libs/kernel/decimal';
import type { FreeGroupOffer } from '#modules/catalog/package-groups';

/** An addon of a subscription. */
export interface PricedAddon {
  packageUid: string;
  packageId: string;
  quantity: number;
  /** Of one copy. */
  monthlyPrice: Decimal;
}

/** Copies of an addon that cost nothing. It lies in JSON. */
export interface FreeItem {
  addonId: string;
  quantity: number;
}

/**
 * The first copies of each group cost nothing, the cheapest by the month first, ties by id. An addon counts in every group that holds it, and
 * what is free in two of them is free once. Domain: catalog A6
 * @returns in the order of the addons, those of which something is free
 */
export function freeItemsOf(offers: readonly FreeGroupOffer[], addons: readonly PricedAddon[]): FreeItem[] {
  const cheapestFirst = [...addons].sort(
    (a, b) => a.monthlyPrice.comparedTo(b.monthlyPrice) || (a.packageId < b.packageId ? -1 : 1),
  );
  const byOffer = offers.map((offer) => freeIn(offer, cheapestFirst));
  return addons.flatMap(({ packageUid, packageId: addonId }) => {
    const quantity = Math.max(0, ...byOffer.map((free) => free.get(packageUid) ?? 0));
    return quantity > 0 ? [{ addonId, quantity }] : [];
  });
}

/** By addon. */
function freeIn(
  { freeItems, addonUids }: FreeGroupOffer,
  cheapestFirst: readonly PricedAddon[],
): Map<string, number> {
  let left = freeItems;
  return new Map(
    cheapestFirst
      .filter(({ packageUid }) => addonUids.has(packageUid))
      .map(({ packageUid, quantity }): [string, number] => {
        const free = Math.min(left, quantity);
        left -= free;
        return [packageUid, free];
      }),
  );
}
