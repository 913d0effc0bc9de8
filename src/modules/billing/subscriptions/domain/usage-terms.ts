import type { Charge } from '#libs/business/pricing/charge';
import { sum } from '#libs/business/pricing/amount';
import { lineTypeOf } from '#libs/business/pricing/line-type';
import { quantityAbove } from '#libs/business/pricing/quantity';
import { reckoningOf } from '#libs/business/pricing/explanation';
import { priceBetween, priceOf, type Tariff } from '#libs/business/pricing/tariff';
import { usageTariff, type UsagePrice } from '#libs/business/pricing/usage-price';
import { roundMoney } from '#libs/business/values/money';
import { soldUnits, type UnitTransformation } from '#libs/business/values/unit-transformation';
import { Decimal } from '#libs/kernel/decimal';

/** A part of what is billed, and from where its usage is counted: so many units were used before it. Half-open, ISO 8601. */
export interface UsageSpan {
  from: string;
  until: string;
  origin: string;
}

/** What prices usage as it was while it happened. It lies in JSON: amounts are texts. Domain: entitlements-usage H5 */
export interface UsageTerms {
  of: 'USAGE';
  /** Whose usage, whoever pays. */
  customerUid: string;
  featureUid: string;
  featureId: string;
  resourceKey: string;
  /** One running level: what it is at the end is billed. */
  isGauge: boolean;
  units: UnitTransformation | null;
  price: UsagePrice | FormerPrice;
  isOverage: boolean;
  /** Of a former price: sold units that cost nothing. */
  included?: string;
  spans: UsageSpan[];
  /** Of the coupon that the line was sent with, where that takes a part off. Domain: entitlements-usage A13 */
  percentOff?: string;
}

/** A price as lines bore it before it was said in one way for bills and budgets: beside it stands what is included. */
interface FormerPrice {
  price: string | null;
  blockSize: string | null;
  tiersMode: Charge['tiersMode'];
  tiers: { upTo: string | null; unitPrice: string; flatPrice: string }[] | null;
}

/** Reported units from the origin of a span up to its beginning and up to its end. */
export interface Counted {
  before: Decimal;
  after: Decimal;
}

/** What usage comes to: the sum of its spans, rounded once. */
export interface UsageAmount {
  /** Sold units that are priced. */
  quantity: Decimal;
  /** Of one unit, where there is one price. */
  unitPrice: Decimal | null;
  exactAmount: Decimal;
  amount: Decimal;
  explanation: string | null;
}

/** Sold units of so many reported ones from the origin on. Domain: catalog F6 */
const soldOf = ({ units }: UsageTerms, reported: Decimal): Decimal =>
  Decimal.max(0, units ? new Decimal(soldUnits(reported, units)) : reported);

/** Those of them that lie above what is included. Domain: catalog R5 */
const above = (terms: UsageTerms, reported: Decimal): Decimal =>
  quantityAbove(includedIn(priceIn(terms)), soldOf(terms, reported));

const includedIn = ({ included = '0' }: UsagePrice): Decimal => new Decimal(included);

function priceIn({ price, included }: UsageTerms): UsagePrice {
  if (included === undefined) return price as UsagePrice;
  const { price: amount, blockSize, tiersMode, tiers } = price as FormerPrice;
  return {
    ...(amount !== null && { price: amount }),
    ...(blockSize !== null && { blockSize }),
    ...(tiersMode !== null && { tiersMode }),
    ...(tiers && {
      tiers: tiers.map(({ upTo, unitPrice, flatPrice }) => [upTo, unitPrice, flatPrice] as const),
    }),
    included,
  };
}

/**
 * Each span costs what the way from its beginning to its end costs: so parts of a period add up to the whole, whoever bills them.
 * Domain: customers-subscriptions X9; catalog R3–R5
 * @param counted of each span, in their order
 */
export function usageAmount(terms: UsageTerms, counted: readonly Counted[], digits: number): UsageAmount {
  const tariff = usageTariff(priceIn(terms));
  const ways = counted.map(({ before, after }) => ({ from: above(terms, before), to: above(terms, after) }));
  const exactAmount = sum(ways.map(({ from, to }) => priceBetween(tariff, from, to)));
  return {
    quantity: sum(ways.map(({ from, to }) => to.minus(from))),
    unitPrice: tariff.kind === 'PER_UNIT' ? tariff.price : null,
    exactAmount,
    amount: roundMoney(exactAmount, digits),
    explanation: explanationOf(terms, tariff, ways),
  };
}

/** Sold units that were used in the spans, whatever is included. Domain: customers-subscriptions X9 */
export const soldIn = (terms: UsageTerms, counted: readonly Counted[]): Decimal =>
  sum(counted.map(({ before, after }) => soldOf(terms, after).minus(soldOf(terms, before))));

/** Null where quantity and unit price tell it. */
function explanationOf(
  terms: UsageTerms,
  tariff: Tariff,
  ways: readonly { from: Decimal; to: Decimal }[],
): string | null {
  const included = includedIn(priceIn(terms));
  const isPlain = tariff.kind === 'PER_UNIT' && included.isZero();
  const used = ways.filter(({ from, to }) => !from.equals(to));
  if (isPlain || used.length === 0) return null;
  const told = (quantity: Decimal): string => {
    const { steps } = priceOf(tariff, quantity);
    return reckoningOf({ steps, quantity, included, share: null });
  };
  return used
    .map(({ from, to }) => (from.isZero() ? told(to) : `(${told(to)}) − (${told(from)})`))
    .join(' + ');
}

/** The type of a line of usage. Domain: contracts-billing V9 */
export const usageLineType = (charge: Charge) => lineTypeOf(charge, new Decimal(1));

/** The line up to a minimum spend, where usage counts towards it. It lies in JSON: amounts are texts. Domain: catalog R8 */
export interface FloorTerms {
  of: 'FLOOR';
  /** Of the part of the period that was served, exact. */
  floor: string;
  /** What of it was billed in advance. */
  base: string;
  /** ISO 8601: usage of this span counts towards it, also where another document has billed it. */
  from: string;
  until: string;
  percentOff?: string;
}

/** What is missing up to the minimum spend; never below 0. Domain: catalog R8; customers-subscriptions O2 */
export const missingTo = (floor: Decimal, billed: Decimal, digits: number): Decimal =>
  Decimal.max(0, roundMoney(floor.minus(billed), digits));
