import type { Charge } from '#libs/business/pricing/charge';
import { targetedBy, type Target } from '#libs/business/pricing/override-target';
import { withOverrides, type PriceOverride } from '#libs/business/pricing/overrides';
import { combinationOf } from '#libs/business/pricing/price-list';
import type { Tier } from '#libs/business/pricing/tiers';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';

/** A tier with its numbers as exact decimal texts. */
export interface HeldTier {
  upTo: string | null;
  unitPrice: string | null;
  flatPrice: string | null;
}

/** Usage that is paid in credits, with its numbers as exact decimal texts. Domain: catalog R12 */
export interface HeldRate {
  amount: string;
  currencyUid: string;
  currencyId: string;
  costFormula: string | null;
}

/**
 * A price of the subscription itself in the place of the catalog's. It lies in JSON, so numbers are texts; its currency is that of the
 * purchase. Domain: customers-subscriptions O1
 */
export interface HeldOverride extends Pick<Target, 'addonId' | 'featureId' | 'currencyId'> {
  amount: string | null;
  blockSize: string | null;
  tiers: HeldTier[] | null;
  /** In the place of all of these; absent where it asks for money. */
  creditRate?: HeldRate;
}

export const isSameTarget = (one: HeldOverride, other: HeldOverride): boolean =>
  one.addonId === other.addonId && one.featureId === other.featureId && one.currencyId === other.currencyId;

/** The rows of a purchase with its own prices in the place of the catalog's. */
export const withHeld = (
  rows: readonly Charge[],
  held: readonly HeldOverride[],
  currency: CurrencyCode | null,
): readonly Charge[] =>
  held.length === 0
    ? rows
    : withOverrides(
        rows,
        held.map((each) => exactOf(each, currency)),
        'priceOverrides',
      );

/** As the pricing engine takes it. */
export function exactOf(held: HeldOverride, currency: CurrencyCode | null): PriceOverride {
  const { amount, blockSize, tiers, creditRate } = held;
  return {
    ...targetOf(held),
    currency,
    creditRate: creditRate ? { ...creditRate, amount: new Decimal(creditRate.amount) } : null,
    amount: exact(amount),
    blockSize: exact(blockSize),
    tiers: tiers && tiers.map(tierOf),
  };
}

/** Where it names neither a feature nor credits it means the base charge. */
export const targetOf = ({ addonId, featureId, currencyId }: HeldOverride): Target => ({
  ...{ addonId, featureId, currencyId },
  baseCharge: featureId === null && currencyId === null,
});

/** What the request says of a price, and what it leaves as it was: an amount keeps the size of its blocks. Domain: customers-subscriptions O1 */
export function mergedWith(before: HeldOverride | undefined, asked: HeldOverride): HeldOverride {
  if (!before || asked.tiers || asked.creditRate) return asked;
  const { creditRate } = before;
  return {
    ...asked,
    // As of tiers below, an amount takes its place.
    ...(creditRate && asked.amount === null && { creditRate }),
    amount: asked.amount ?? before.amount,
    blockSize: asked.blockSize ?? before.blockSize,
    // An amount takes the place of tiers.
    tiers: asked.amount === null ? before.tiers : null,
  };
}

/**
 * A price of its own goes on only where the charge that it stands for is sold still, and in the same way.
 * Domain: customers-subscriptions O1; catalog L7
 * @param was the rows that priced it before
 * @throws InvalidArgumentError
 */
export function requireSoldStill(
  kept: readonly HeldOverride[],
  was: readonly Charge[],
  rows: readonly Charge[],
  planId: string,
): void {
  const lost = kept.find((each) => {
    const [before, after] = [targetedBy(was, targetOf(each)), targetedBy(rows, targetOf(each))];
    return !after || (before && combinationOf(before) !== combinationOf(after));
  });
  if (!lost) return;
  throw new DomainError(
    'InvalidArgumentError',
    `priceOverrides: plan ${planId} does not sell ${nameOf(lost)} as before, of which the subscription has a price of its own; take that back first`,
  );
}

function nameOf({ addonId, featureId, currencyId }: HeldOverride): string {
  const what = featureId ?? currencyId ?? 'the base charge';
  return addonId === null ? what : `${what} of addon ${addonId}`;
}

const exact = (text: string | null): Decimal | null => (text === null ? null : new Decimal(text));

const tierOf = ({ upTo, unitPrice, flatPrice }: HeldTier): Tier => ({
  upTo: exact(upTo),
  unitPrice: exact(unitPrice),
  flatPrice: exact(flatPrice),
});
