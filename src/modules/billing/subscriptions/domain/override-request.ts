import { priceScale } from '#libs/business/pricing/amount';
import type { Charge } from '#libs/business/pricing/charge';
import { requireTarget } from '#libs/business/pricing/override-target';
import { requireOverride, requireTargeted } from '#libs/business/pricing/overrides';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { FlatPrice } from '#libs/business/values/flat-price';
import { parseDecimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import {
  exactOf,
  isSameTarget,
  mergedWith,
  targetOf,
  type HeldOverride,
  type HeldRate,
  type HeldTier,
} from './held-override';

interface TierRequest {
  upTo?: number | null;
  unitPrice?: FlatPrice;
  flatPrice?: FlatPrice;
}

/** Spec: PriceOverrideCreditRate */
export interface RateRequest {
  amount: number;
  currencyId: string;
  costFormula?: string | null;
}

/** Spec: PriceOverride, and the elements of UpdateSubscriptionBody */
export interface OverrideRequest {
  addonId?: string | null;
  baseCharge?: boolean;
  featureId?: string | null;
  currencyId?: string;
  amount?: number | null;
  currency?: CurrencyCode | null;
  billingCountryCode?: string;
  blockSize?: number;
  tiers?: readonly TierRequest[];
  creditRate?: RateRequest;
  creditGrantCadence?: string;
}

/** A price that a request names. */
export interface AskedOverride {
  /** Where it stands in the request. */
  at: string;
  override: HeldOverride;
  /** Null: that of the subscription. */
  currency: CurrencyCode | null;
  countryCode: string | null;
  /** It says no price: the catalog's counts again. */
  isTakenBack: boolean;
}

/**
 * @param rates those that the elements name, looked up, each at the place of its own
 * @throws BadUserInput naming the element; UnsupportedParameter for `creditGrantCadence`. Domain: customers-subscriptions O1
 */
export function readOverrides(
  asked: readonly OverrideRequest[],
  rates: readonly (HeldRate | undefined)[],
): AskedOverride[] {
  const read = asked.map((each, index) => readOverride(each, rates[index], `priceOverrides[${index}]`));
  read.forEach(({ at, override }, index) => {
    if (read.findIndex((other) => isSameTarget(other.override, override)) < index)
      throw badInput(`${at} overrides the same charge as another element; send one`);
  });
  return read;
}

function readOverride(asked: OverrideRequest, rate: HeldRate | undefined, at: string): AskedOverride {
  refuseCadence(asked, at);
  const { baseCharge = false, amount, blockSize, tiers, billingCountryCode } = asked;
  const target = {
    addonId: asked.addonId ?? null,
    featureId: asked.featureId ?? null,
    currencyId: asked.currencyId ?? null,
  };
  requireTarget({ ...target, baseCharge }, at);
  const currency = currencyOf(asked, at);
  const isTakenBack = [amount, asked.currency, blockSize, tiers, rate].every((each) => each == null);
  const override = {
    ...target,
    amount: amount == null ? null : parseDecimal(amount, `${at}.amount`).toFixed(),
    blockSize: blockSize == null ? null : blockOf(blockSize, `${at}.blockSize`),
    tiers: tiers ? tiers.map((tier, index) => readTier(tier, `${at}.tiers[${index}]`)) : null,
    ...(rate && { creditRate: rate }),
  };
  return { at, override, currency, countryCode: billingCountryCode ?? null, isTakenBack };
}

/** Only prices of credits grant any, and where one is bought no element can name them. Domain: customers-subscriptions O1 */
function refuseCadence({ creditGrantCadence }: OverrideRequest, at: string): void {
  if (creditGrantCadence === undefined) return;
  throw new DomainError(
    'UnsupportedParameter',
    `${at}.creditGrantCadence: the price of a feature, a plan or an addon grants no credits; leave it out`,
  );
}

function blockOf(asked: number, at: string): string {
  const size = parseDecimal(asked, at);
  if (size.greaterThan(Number.MAX_SAFE_INTEGER))
    throw badInput(`${at} must be at most ${Number.MAX_SAFE_INTEGER}`);
  if (size.decimalPlaces() > priceScale) throw badInput(`${at} has more than ${priceScale} decimals`);
  return size.toFixed();
}

function readTier({ upTo, unitPrice, flatPrice }: TierRequest, at: string): HeldTier {
  const textOf = (price: FlatPrice | undefined, name: string): string | null =>
    price ? parseDecimal(price.amount, `${at}.${name}.amount`).toFixed() : null;
  return {
    upTo: upTo == null ? null : parseDecimal(upTo, `${at}.upTo`).toFixed(),
    unitPrice: textOf(unitPrice, 'unitPrice'),
    flatPrice: textOf(flatPrice, 'flatPrice'),
  };
}

/** One currency, said as often as somebody likes. Domain: catalog R9 */
function currencyOf({ currency: said, tiers }: OverrideRequest, at: string): CurrencyCode | null {
  const prices = tiers?.flatMap(({ unitPrice, flatPrice }) => [unitPrice ?? [], flatPrice ?? []].flat());
  if (prices?.length === 0)
    throw badInput(`${at}.tiers needs a unitPrice or a flatPrice in one of its tiers`);
  const named = [...(said ? [said] : []), ...(prices ?? []).map(({ currency }) => currency)];
  const [currency = null, other] = new Set(named);
  if (other !== undefined)
    throw badInput(`${at} has prices in ${String(currency)} and ${other}; send one currency`);
  return currency;
}

/** What stands when a request names prices. */
interface Standing {
  /** The catalog's prices. */
  rows: readonly Charge[];
  currency: CurrencyCode | null;
  countryCode: string | null;
  /** Those that go on. */
  kept: readonly HeldOverride[];
  /** Those of what runs, also where they end with the change; null where it is bought anew. */
  held: readonly HeldOverride[] | null;
}

/**
 * What becomes of the prices that a request names. Domain: customers-subscriptions O1; catalog R9, R10
 * @throws InvalidUpdatePriceUnitAmountError, BadUserInput, AmountTooLarge naming the element
 */
export const agreedOverrides = (asked: readonly AskedOverride[], standing: Standing): HeldOverride[] =>
  asked.flatMap((each) => agreedOverride(each, standing));

function agreedOverride(asked: AskedOverride, { kept, held, ...standing }: Standing): HeldOverride[] {
  const { at, override, isTakenBack } = asked;
  const isIt = (each: HeldOverride): boolean => isSameTarget(each, override);
  if (isTakenBack && held) {
    if (!held.some(isIt)) requireTargeted(standing.rows, targetOf(override), at);
    return [];
  }
  requireCurrency(asked, standing.currency);
  const agreed = mergedWith(kept.find(isIt), override);
  const { charge } = requireOverride(standing.rows, exactOf(agreed, standing.currency), at);
  requireCountry(asked, charge, standing.countryCode);
  return [agreed];
}

function requireCurrency({ at, currency: asked }: AskedOverride, currency: CurrencyCode | null): void {
  if (asked === null || asked === currency) return;
  throw badInput(
    `${at}.currency: the subscription is priced in ${String(currency)}; send ${String(currency)}, or leave currency out`,
  );
}

/** A country says which row is meant, and the subscription has that of its buyer alone. */
function requireCountry(
  { at, countryCode: asked }: AskedOverride,
  { billingCountryCode: ofRow }: Charge,
  ofBuyer: string | null,
): void {
  if (asked === null || asked === ofRow || asked === ofBuyer) return;
  throw new DomainError(
    'InvalidUpdatePriceUnitAmountError',
    `${at}.billingCountryCode: the subscription has no price of ${asked}; leave billingCountryCode out`,
  );
}
