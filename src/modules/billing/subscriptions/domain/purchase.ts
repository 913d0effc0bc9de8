import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { isCountryCode } from '#libs/business/values/country';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { BillingPeriod, Charge } from '#libs/business/pricing/charge';
import { priceListFor } from '#libs/business/pricing/price-list';
import { chosenOf, type ChargeRequest, type Chosen } from './chosen-quantities';
import type { FreeItem } from './free-copies';
import { withHeld } from './held-override';
import {
  ownTermsOf,
  readOwnTerms,
  type OwnTerms,
  type OwnTermsRequest,
  type RunningTerms,
} from './own-terms';

/** What a buyer says beside the plan. Domain: customers-subscriptions V1 */
export interface PurchaseRequest extends OwnTermsRequest {
  billingPeriod?: BillingPeriod;
  billingCountryCode?: string | null;
  unitQuantity?: number;
  charges?: readonly ChargeRequest[];
}

/** On which terms a PAID subscription was bought; they stay until it is changed. Domain: catalog R7, customers-subscriptions V7, V8 */
export interface Purchase extends OwnTerms, Chosen {
  billingPeriod: BillingPeriod;
  billingCountryCode: string | null;
  /** Null where nothing is priced but a minimum spend in another currency. */
  currency: CurrencyCode | null;
  /**
   * ISO 8601, for it lies in JSON: where the first period of its cycle begins, within what the anchor counts as one. Absent where the cycle
   * begins with its anchor. Domain: customers-subscriptions B2
   */
  firstPeriodStart?: string;
  /**
   * ISO 8601: what lies before is not charged, because it was bought with a start gone by. Absent where all of it is.
   * Domain: customers-subscriptions V6
   */
  chargedFrom?: string;
  /** By what the plan gave away when the addons were agreed; absent where nothing is free. Domain: catalog A6 */
  freeItems?: FreeItem[];
}

/** What is for sale: price rows of a plan and of the addons beside it. */
export interface Offer {
  planId: string;
  charges: readonly Charge[];
  /** PAID addons of the request. */
  addonIds: readonly string[];
  /** Of the customer, where one is set. */
  wishedCurrency: CurrencyCode | null;
  /** Where it is the plan that runs: by which rows that is priced, and all addons that it goes on with. */
  running?: { charges: readonly Charge[]; addonIds: readonly string[] };
}

/**
 * @param before the terms that run already; what is not said stays
 * @throws BillingPeriodMissingError, BadUserInput, InvalidQuantity, InvalidUpdatePriceUnitAmountError, AmountTooLarge;
 *   InvalidArgumentError where a price of its own lost its charge
 */
export function purchaseOf(offer: Offer, asked: PurchaseRequest, before?: Purchase): Purchase {
  const billingPeriod = periodOf(offer, asked.billingPeriod ?? before?.billingPeriod);
  const { wishedCurrency, charges } = offer;
  const countryCode = countryOf(asked.billingCountryCode) ?? before?.billingCountryCode ?? null;
  const wished = readOwnTerms(asked);
  const currencies = [before?.currency ?? null, ...wished.currencies, wishedCurrency];
  const ofPeriod = rowsOf(charges, billingPeriod);
  const list = priceListFor(ofPeriod, { countryCode, currencies });
  // Where the catalog asks for credits alone, what is named is the first money.
  const currency = list.currency ?? wished.currencies[0] ?? null;
  const listed = { planId: offer.planId, rows: list.charges, currency, countryCode };
  const own = ownTermsOf(wished, listed, runningTerms(offer, before, billingPeriod));
  const rows = withHeld(list.charges, own.priceOverrides ?? [], currency);
  requireAddonsSold(offer, rows, billingPeriod);
  requireOneCurrency(rows, currency);
  const chosen = chosenOf(offer.planId, rows, asked, before);
  return { billingPeriod, billingCountryCode: countryCode, currency, ...chosen, ...own };
}

/**
 * Those of a period; a year also has the overage that is priced by the month alone, and each period the top-ups that stand in the other one
 * alone. Domain: catalog R5, R13
 */
const rowsOf = (charges: readonly Charge[], period: BillingPeriod): Charge[] => {
  const own = charges.filter(({ billingPeriod }) => billingPeriod === period);
  const topUps = charges.filter(
    (each) => each.isTopUp && each.billingPeriod !== period && !own.some((row) => isSameTopUp(row, each)),
  );
  const isOwn = ({ isOverage, featureId }: Charge): boolean =>
    own.some((each) => each.isOverage === isOverage && each.featureId === featureId);
  const byMonth = charges.filter(
    (each) => each.isOverage && each.billingPeriod === 'MONTHLY' && !isOwn(each),
  );
  return [...own, ...(period === 'ANNUALLY' ? byMonth : []), ...topUps];
};

const isSameTopUp = (one: Charge, other: Charge): boolean =>
  one.isTopUp && one.addonId === other.addonId && one.customCurrencyUid === other.customCurrencyUid;

/** In which a plan is sold: a top-up is bought now and then, and says nothing of it where anything else does. Domain: catalog R13 */
export function periodsSold(charges: readonly Charge[]): BillingPeriod[] {
  const ofPlan = charges.filter(({ addonId }) => addonId === null);
  const periodic = ofPlan.filter(({ isTopUp }) => !isTopUp);
  return [...new Set((periodic.length > 0 ? periodic : ofPlan).map(({ billingPeriod }) => billingPeriod))];
}

/** Is any of it billed by the month, though the rest is by the year? Domain: catalog R5 */
export const billsByMonth = (rows: readonly Charge[], { billingPeriod }: Purchase): boolean =>
  billingPeriod === 'ANNUALLY' && rows.some((row) => row.isOverage && row.billingPeriod === 'MONTHLY');

function runningTerms(
  { running }: Offer,
  before: Purchase | undefined,
  billingPeriod: BillingPeriod,
): RunningTerms | null {
  if (!running || !before) return null;
  const { charges, addonIds } = running;
  const isSamePeriod = before.billingPeriod === billingPeriod;
  return { ...before, rows: listedFor(charges, before), addonIds, isSamePeriod };
}

/** The rows that price a subscription on these terms. Domain: catalog R7; customers-subscriptions O1 */
export const pricedBy = (charges: readonly Charge[], purchase: Purchase): readonly Charge[] =>
  withHeld(listedFor(charges, purchase), purchase.priceOverrides ?? [], purchase.currency);

/** The same as the catalog has them. */
function listedFor(charges: readonly Charge[], purchase: Purchase): readonly Charge[] {
  const ofPeriod = rowsOf(charges, purchase.billingPeriod);
  const { billingCountryCode: countryCode, currency } = purchase;
  return priceListFor(ofPeriod, { countryCode, currencies: [currency] }).charges;
}

function countryOf(code: string | null | undefined): string | null {
  if (code == null) return null;
  if (isCountryCode(code)) return code;
  throw badInput(`billingCountryCode: ${code} is no ISO 3166-1 alpha-2 code such as DE`);
}

/** Domain: customers-subscriptions V7 */
function periodOf({ planId, charges }: Offer, wished: BillingPeriod | undefined): BillingPeriod {
  const sold = periodsSold(charges);
  if (wished === undefined && sold.length > 1) {
    throw new DomainError(
      'BillingPeriodMissingError',
      `billingPeriod: plan ${planId} is sold ${sold.sort().join(' and ')}`,
    );
  }
  const [only] = sold;
  if (only === undefined) throw badInput(`planId: plan ${planId} has no price`);
  if (wished === undefined) return only;
  if (sold.includes(wished)) return wished;
  throw badInput(`billingPeriod: plan ${planId} is sold ${only} only`);
}

/** Domain: catalog R9 */
function requireOneCurrency(rows: readonly Charge[], currency: CurrencyCode | null): void {
  const foreign = rows.find((row) => row.currency !== null && row.currency !== currency);
  if (!foreign) return;
  const what = foreign.addonId === null ? 'the plan' : `addon ${foreign.addonId}`;
  throw badInput(
    `addons: ${what} is priced in ${foreign.currency} and the rest in ${currency}; choose what is sold in one currency`,
  );
}

/** What sells nothing but top-ups is sold in any period. */
function requireAddonsSold(
  { addonIds, charges }: Offer,
  rows: readonly Charge[],
  period: BillingPeriod,
): void {
  const idsOf = (of: readonly Charge[]) =>
    new Set(of.filter(({ isTopUp }) => !isTopUp).map(({ addonId }) => addonId));
  const [periodic, sold] = [idsOf(charges), idsOf(rows)];
  const missing = addonIds.find((id) => periodic.has(id) && !sold.has(id));
  if (missing !== undefined) throw badInput(`addons: ${missing} is not sold ${period}`);
}
