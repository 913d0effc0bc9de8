import { Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError, notBuilt } from '#libs/kernel/errors/domain-error';
import { isCountryCode } from '#libs/business/values/country';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { BillingPeriod, Charge } from '#libs/business/pricing/charge';
import { priceListFor } from '#libs/business/pricing/price-list';
import { quantityUnlessChosen, requireQuantity } from '#libs/business/pricing/quantity';
import type { FreeItem } from './free-copies';
import { withHeld } from './held-override';
import {
  ownTermsOf,
  readOwnTerms,
  type OwnTerms,
  type OwnTermsRequest,
  type RunningTerms,
} from './own-terms';

/** Units of a charge, named by the feature that it sells. */
export interface ChosenQuantity {
  featureId: string;
  quantity: number;
}

/** What a buyer says beside the plan. Domain: customers-subscriptions V1 */
export interface PurchaseRequest extends OwnTermsRequest {
  billingPeriod?: BillingPeriod;
  billingCountryCode?: string | null;
  unitQuantity?: number;
  charges?: readonly { type: 'FEATURE' | 'CREDIT'; id: string; quantity: number }[];
}

/** On which terms a PAID subscription was bought; they stay until it is changed. Domain: catalog R7, customers-subscriptions V7, V8 */
export interface Purchase extends OwnTerms {
  billingPeriod: BillingPeriod;
  billingCountryCode: string | null;
  /** Null where nothing is priced but a minimum spend in another currency. */
  currency: CurrencyCode | null;
  quantities: ChosenQuantity[];
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
 * @throws BillingPeriodMissingError, BadUserInput, InvalidQuantity, InvalidUpdatePriceUnitAmountError, AmountTooLarge; UnsupportedParameter
 *   for what is paid in credits, InvalidArgumentError where a price of its own lost its charge
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
  refuseCredits(rows);
  requireAddonsSold(offer, rows, billingPeriod);
  requireOneCurrency(rows, currency);
  const quantities = quantitiesOf(offer, rows, asked, before);
  return { billingPeriod, billingCountryCode: countryCode, currency, quantities, ...own };
}

/** Those of a period; a year also has the overage that is priced by the month alone. Domain: catalog R5 */
const rowsOf = (charges: readonly Charge[], period: BillingPeriod): Charge[] => {
  const own = charges.filter(({ billingPeriod }) => billingPeriod === period);
  const isOwn = ({ isOverage, featureId }: Charge): boolean =>
    own.some((each) => each.isOverage === isOverage && each.featureId === featureId);
  const byMonth = charges.filter(
    (each) => each.isOverage && each.billingPeriod === 'MONTHLY' && !isOwn(each),
  );
  return period === 'ANNUALLY' ? [...own, ...byMonth] : own;
};

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
  const sold = [
    ...new Set(charges.flatMap(({ addonId, billingPeriod }) => (addonId ? [] : [billingPeriod]))),
  ];
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

function refuseCredits(rows: readonly Charge[]): void {
  const credits = rows.find((row) => (row.billingModel === 'CREDIT_BASED' && !row.isTopUp) || row.creditRate);
  if (credits) {
    throw notBuilt('planId', 'plans that sell credits or take them for usage', 'choose another plan');
  }
}

function requireAddonsSold({ addonIds }: Offer, rows: readonly Charge[], period: BillingPeriod): void {
  const sold = new Set(rows.map(({ addonId }) => addonId));
  const missing = addonIds.find((id) => !sold.has(id));
  if (missing !== undefined) throw badInput(`addons: ${missing} is not sold ${period}`);
}

/** Domain: customers-subscriptions V8 */
function quantitiesOf(
  { planId }: Offer,
  rows: readonly Charge[],
  { unitQuantity, charges = [] }: PurchaseRequest,
  before: Purchase | undefined,
): ChosenQuantity[] {
  const perUnit = rows.filter(({ billingModel, isOverage }) => billingModel === 'PER_UNIT' && !isOverage);
  const asked = new Map<string, { quantity: number; field: string }>();
  if (unitQuantity !== undefined) {
    const [single, another] = perUnit;
    if (!single?.featureId || another) {
      throw badInput(
        `unitQuantity: plan ${planId} has ${perUnit.length} prices per unit; send charges instead`,
      );
    }
    asked.set(single.featureId, { quantity: unitQuantity, field: 'unitQuantity' });
  }
  for (const [index, { type, id, quantity }] of charges.entries()) {
    const field = `charges[${index}]`;
    if (type === 'CREDIT')
      throw notBuilt(`${field}.type`, 'buying credits with a plan', 'send charges of type FEATURE only');
    if (!perUnit.some(({ featureId }) => featureId === id)) {
      throw badInput(`${field}.id: plan ${planId} has no price per unit of ${id}`);
    }
    if (charges.findIndex((other) => other.id === id) < index)
      throw badInput(`${field}.id: ${id} stands twice`);
    asked.set(id, { quantity, field: `${field}.quantity` });
  }
  return perUnit.flatMap((row) => {
    const { featureId } = row;
    if (featureId === null) return [];
    const known = before?.quantities.find((each) => each.featureId === featureId)?.quantity;
    const { quantity = known, field = 'charges' } = asked.get(featureId) ?? {};
    const chosen = quantity === undefined ? quantityUnlessChosen(row) : new Decimal(quantity);
    requireQuantity(chosen, row, field);
    return [{ featureId, quantity: chosen.toNumber() }];
  });
}
