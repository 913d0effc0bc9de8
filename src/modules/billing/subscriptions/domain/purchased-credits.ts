import { priceScale } from '#libs/business/pricing/amount';
import type { Charge } from '#libs/business/pricing/charge';
import { sellsCredits } from '#libs/business/pricing/quantity';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import type { CreditCadence } from '#modules/catalog/package-entitlements';
import { creditsOf } from './charge-uses';
import type { Purchase } from './purchase';

/** Credits that a price gives again and again. Amounts are exact decimal texts. Domain: catalog R13 */
export interface GivenCredits {
  /** Names them among those of the subscription, on whichever versions that stands. */
  key: string;
  sourceType: 'PRICE';
  currencyUid: string;
  currencyId: string;
  amount: string;
  cadence: CreditCadence;
}

/** A feature whose usage is paid in credits. Domain: catalog R12; credits F1 */
export interface RatedFeature {
  featureUid: string;
  featureId: string;
  currencyUid: string;
  currencyId: string;
  /** Credits per sold unit. */
  amount: string;
  costFormula: string | null;
}

/** What credits cost that are bought now and then. Domain: catalog R13 */
export interface TopUpPrice {
  currencyUid: string;
  currencyId: string;
  money: CurrencyCode;
  /** Of one credit, of a block its part; null where tiers say it. */
  unitPrice: string | null;
  /** It prices a quantity, with its blocks or tiers. */
  charge: Charge;
}

/** All that a subscription has bought of credits, and pays in them. */
export interface PurchasedCredits {
  given: GivenCredits[];
  rates: RatedFeature[];
  topUps: TopUpPrice[];
}

/**
 * What a price gives is not multiplied by the copies of its addon, as its amount is not, and a free copy gives it too. Of a feature that several
 * packages rate, and of credits for which several have a top-up price, the plan decides, else the addon that comes first.
 * Domain: catalog R12, R13
 * @param rows that price it, as `pricedBy` says
 */
export const purchasedCredits = (
  purchase: Pick<Purchase, 'credits'>,
  rows: readonly Charge[],
): PurchasedCredits => {
  const planFirst = rows.toSorted((a, b) => Number(a.addonId !== null) - Number(b.addonId !== null));
  return {
    given: rows.flatMap((row) => givenBy(purchase, row)),
    rates: firstOf(planFirst.flatMap(ratedBy), ({ featureUid }) => featureUid),
    topUps: firstOf(planFirst.flatMap(topUpBy), ({ currencyUid }) => currencyUid),
  };
};

function givenBy(purchase: Pick<Purchase, 'credits'>, row: Charge): GivenCredits[] {
  const { addonId, customCurrencyUid: currencyUid, customCurrencyId: currencyId } = row;
  const amount = new Decimal(creditsOf(purchase, row));
  if (!sellsCredits(row) || currencyUid === null || currencyId === null || amount.isZero()) return [];
  const key = `PRICE/${addonId ?? ''}/${currencyUid}`;
  return [
    { key, sourceType: 'PRICE', currencyUid, currencyId, amount: amount.toFixed(), cadence: cadenceOf(row) },
  ];
}

/**
 * All that was chosen comes with each window. By the month under a bill of a year so many come twelve times: its price is that of so many credits
 * a month for a year, and nothing is divided.
 */
const cadenceOf = ({ billingPeriod, creditGrantCadence }: Charge): CreditCadence =>
  billingPeriod === 'ANNUALLY' && creditGrantCadence === 'BEGINNING_OF_BILLING_PERIOD' ? 'YEAR' : 'MONTH';

function ratedBy({ featureUid, featureId, creditRate }: Charge): RatedFeature[] {
  if (!creditRate || featureUid === null || featureId === null) return [];
  const { currencyUid, currencyId, amount, costFormula } = creditRate;
  return [{ featureUid, featureId, currencyUid, currencyId, amount: amount.toFixed(), costFormula }];
}

function topUpBy(charge: Charge): TopUpPrice[] {
  const { customCurrencyUid: currencyUid, customCurrencyId: currencyId, currency: money } = charge;
  if (!charge.isTopUp || currencyUid === null || currencyId === null || money === null) return [];
  const { price, blockSize } = charge;
  const unitPrice =
    price &&
    price
      .div(blockSize ?? 1)
      .toDecimalPlaces(priceScale)
      .toFixed();
  return [{ currencyUid, currencyId, money, unitPrice, charge }];
}

const firstOf = <T>(all: readonly T[], keyOf: (each: T) => string): T[] =>
  all.filter((each, index) => all.findIndex((other) => keyOf(other) === keyOf(each)) === index);
