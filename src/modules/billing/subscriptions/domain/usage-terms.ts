import type { Charge } from '#libs/business/pricing/charge';
import { tariffOf } from '#libs/business/pricing/charge-tariff';
import { lineTypeOf } from '#libs/business/pricing/line-type';
import { quantityAbove } from '#libs/business/pricing/quantity';
import { reckoningOf } from '#libs/business/pricing/explanation';
import { priceBetween, priceOf, type Tariff } from '#libs/business/pricing/tariff';
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
  price: StoredPrice;
  isOverage: boolean;
  /** Sold units that cost nothing. Domain: catalog R5 */
  included: string;
  spans: UsageSpan[];
  /** Of the coupon that the line was sent with, where that takes a part off. Domain: entitlements-usage A13 */
  percentOff?: string;
}

interface StoredPrice {
  billingModel: Charge['billingModel'];
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

export const storedPrice = ({ billingModel, price, blockSize, tiersMode, tiers }: Charge): StoredPrice => ({
  ...{ billingModel, tiersMode },
  price: price?.toString() ?? null,
  blockSize: blockSize?.toString() ?? null,
  tiers:
    tiers?.map(({ upTo, unitPrice, flatPrice }) => ({
      upTo: upTo?.toString() ?? null,
      ...{ unitPrice: unitPrice?.toString() ?? '0', flatPrice: flatPrice?.toString() ?? '0' },
    })) ?? null,
});

const exact = (text: string | null): Decimal | null => (text === null ? null : new Decimal(text));

function tariffIn({ billingModel, price, blockSize, tiersMode, tiers }: StoredPrice): Tariff {
  const read = tiers?.map(({ upTo, unitPrice, flatPrice }) => ({
    upTo: exact(upTo),
    ...{ unitPrice: new Decimal(unitPrice), flatPrice: new Decimal(flatPrice) },
  }));
  const priced = { price: exact(price), blockSize: exact(blockSize), tiersMode, tiers: read ?? null };
  return tariffOf({ billingModel, creditRate: null, ...priced }, 'usage');
}

/** What lies above what is included, of so many reported units from the origin on. Domain: catalog F6, R5 */
const above = ({ units, included }: UsageTerms, reported: Decimal): Decimal => {
  const sold = units ? new Decimal(soldUnits(reported, units)) : reported;
  return quantityAbove(new Decimal(included), Decimal.max(0, sold));
};

/**
 * Each span costs what the way from its beginning to its end costs: so parts of a period add up to the whole, whoever bills them.
 * Domain: customers-subscriptions X9; catalog R3–R5
 * @param counted of each span, in their order
 */
export function usageAmount(terms: UsageTerms, counted: readonly Counted[], digits: number): UsageAmount {
  const tariff = tariffIn(terms.price);
  const ways = counted.map(({ before, after }) => ({ from: above(terms, before), to: above(terms, after) }));
  const sum = (amounts: Decimal[]): Decimal => amounts.reduce((all, each) => all.plus(each), new Decimal(0));
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
  counted.reduce(
    (all, { before, after }) =>
      all.plus(above({ ...terms, included: '0' }, after)).minus(above({ ...terms, included: '0' }, before)),
    new Decimal(0),
  );

/** Null where quantity and unit price tell it. */
function explanationOf(
  { included }: UsageTerms,
  tariff: Tariff,
  ways: readonly { from: Decimal; to: Decimal }[],
): string | null {
  const isPlain = tariff.kind === 'PER_UNIT' && new Decimal(included).isZero();
  const used = ways.filter(({ from, to }) => !from.equals(to));
  if (isPlain || used.length === 0) return null;
  const told = (quantity: Decimal): string => {
    const { steps } = priceOf(tariff, quantity);
    return reckoningOf({ steps, quantity, included: new Decimal(included), share: null });
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
