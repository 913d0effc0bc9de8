import type { Charge } from '#libs/business/pricing/charge';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { ExactPrice } from '#libs/business/values/flat-price';
import { isSameTarget, requireSoldStill, type HeldOverride, type HeldRate } from './held-override';
import { agreedOverrides, readOverrides, type AskedOverride, type OverrideRequest } from './override-request';
import { ownMinimumOf, type MinimumSpendRequest } from './own-minimum-spend';

/** What one subscription pays otherwise than the catalog says. */
export interface OwnTerms {
  /** Absent where all prices are those of the catalog. Domain: customers-subscriptions O1 */
  priceOverrides?: HeldOverride[];
  /** In the place of the plan's; absent where it has none. Domain: customers-subscriptions O2 */
  minimumSpend?: ExactPrice;
}

export interface OwnTermsRequest {
  priceOverrides?: readonly OverrideRequest[];
  /** The credit rates of its prices, looked up: each at the place of its price. */
  rates?: readonly (HeldRate | undefined)[];
  /** Null takes back the one that it has. */
  minimumSpend?: MinimumSpendRequest | null;
}

/** A request that was read. */
export interface AskedTerms extends Pick<OwnTermsRequest, 'minimumSpend'> {
  overrides: readonly AskedOverride[];
  /** Those that it names. */
  currencies: readonly CurrencyCode[];
}

/** @throws what `readOverrides` throws */
export function readOwnTerms({ priceOverrides = [], rates = [], minimumSpend }: OwnTermsRequest): AskedTerms {
  const overrides = readOverrides(priceOverrides, rates);
  const named = [...overrides.map(({ currency }) => currency), minimumSpend?.currency ?? null];
  return { overrides, minimumSpend, currencies: named.filter((each) => each !== null) };
}

/** What the catalog asks for. */
interface Listed {
  planId: string;
  rows: readonly Charge[];
  currency: CurrencyCode | null;
  countryCode: string | null;
}

/** The terms of a subscription that goes on in its plan. */
export interface RunningTerms extends OwnTerms {
  /** By which the catalog prices it. */
  rows: readonly Charge[];
  /** With which it goes on; prices of an addon end with it. */
  addonIds: readonly string[];
  /** Amounts of a month say nothing of a year: with another period none goes on. */
  isSamePeriod: boolean;
}

/**
 * What a request names, and else what it has. Domain: customers-subscriptions O1, O2
 * @throws what `agreedOverrides`, `requireSoldStill` and `ownMinimumOf` throw
 */
export function ownTermsOf(asked: AskedTerms, listed: Listed, running: RunningTerms | null): OwnTerms {
  const held = running?.priceOverrides ?? [];
  const kept = running?.isSamePeriod ? held.filter(({ addonId }) => stays(addonId, running)) : [];
  const others = kept.filter((each) => !asked.overrides.some(({ override }) => isSameTarget(override, each)));
  requireSoldStill(others, running?.rows ?? [], listed.rows, listed.planId);
  const standing = { ...listed, kept, held: running && held };
  const priceOverrides = [...others, ...agreedOverrides(asked.overrides, standing)];
  const minimumSpend = minimumSpendOf(asked, listed, running);
  return { ...(priceOverrides.length > 0 && { priceOverrides }), ...(minimumSpend && { minimumSpend }) };
}

const stays = (addonId: string | null, { addonIds }: RunningTerms): boolean =>
  addonId === null || addonIds.includes(addonId);

function minimumSpendOf(
  { minimumSpend: asked }: AskedTerms,
  { currency }: Listed,
  running: RunningTerms | null,
): ExactPrice | undefined {
  if (asked === undefined) return running?.isSamePeriod ? running.minimumSpend : undefined;
  return asked === null ? undefined : ownMinimumOf(asked, currency);
}
