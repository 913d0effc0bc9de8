import { roundMoney } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import { type Charge } from './charge';
import { isPaidInCredits, tariffOf } from './charge-tariff';
import { quantityAbove } from './quantity';
import { priceOf, type Tariff } from './tariff';
import { type TiersMode } from './tiers';

/** What usage costs, as JSON: exact texts, so that it can lie beside what it limits. What is null in a charge is absent. */
export interface UsagePrice {
  readonly price?: string;
  readonly blockSize?: string;
  readonly tiersMode?: TiersMode;
  /** Where a tier ends, null for the last one, its price of a unit and its price once. */
  readonly tiers?: readonly (readonly [upTo: string | null, unitPrice: string, flatPrice: string])[];
  /** What costs nothing, in sold units: absent but of an overage. Domain: catalog R5 */
  readonly included?: string;
}

type Priced = Pick<
  Charge,
  'billingModel' | 'billingCadence' | 'featureId' | 'isOverage' | 'isTopUp' | 'creditRate'
>;

/** Does what is used of a feature decide what it costs, in money? Domain: customers-subscriptions O3 */
export const isPricedByUsage = (charge: Priced): boolean =>
  charge.featureId !== null &&
  (charge.billingModel === 'USAGE_BASED' || charge.isOverage) &&
  charge.billingCadence === 'RECURRING' &&
  !charge.isTopUp &&
  !isPaidInCredits(charge);

/** @param included above which an overage begins */
export const usagePriceOf = (charge: Charge, included: Decimal): UsagePrice => {
  const { price, blockSize, tiersMode, tiers, isOverage } = charge;
  return {
    ...(price && { price: price.toFixed() }),
    ...(blockSize && { blockSize: blockSize.toFixed() }),
    ...(tiersMode && { tiersMode }),
    ...(tiers && {
      tiers: tiers.map(
        ({ upTo, unitPrice, flatPrice }) =>
          [upTo?.toFixed() ?? null, unitPrice?.toFixed() ?? '0', flatPrice?.toFixed() ?? '0'] as const,
      ),
    }),
    ...(isOverage && { included: included.toFixed() }),
  };
};

/**
 * What a bill of this usage would show as the amount of its line. Unlike on a bill it may be as large as it is: usage is a fact.
 * Domain: catalog R3–R5; contracts-billing R2
 * @param quantity in sold units, not below 0
 */
export const pricedUsage = (price: UsagePrice, quantity: Decimal, digits: number): Decimal => {
  const above = quantityAbove(new Decimal(price.included ?? 0), quantity);
  return roundMoney(priceOf(usageTariff(price), above).amount, digits);
};

const exact = (text: string | null | undefined): Decimal | null => (text == null ? null : new Decimal(text));

/** What it costs as a function of sold units above what is included. */
export const usageTariff = ({ price, blockSize, tiersMode, tiers }: UsagePrice): Tariff =>
  tariffOf(
    {
      ...{ billingModel: 'USAGE_BASED', creditRate: null },
      ...{ price: exact(price), blockSize: exact(blockSize), tiersMode: tiersMode ?? null },
      tiers:
        tiers?.map(([upTo, unitPrice, flatPrice]) => ({
          upTo: exact(upTo),
          unitPrice: new Decimal(unitPrice),
          flatPrice: new Decimal(flatPrice),
        })) ?? null,
    },
    'price',
  );
