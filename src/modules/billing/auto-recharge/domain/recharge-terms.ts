import { maxAmount } from '#libs/business/values/money';
import { creditScale, Decimal, maxCredits, parseDecimal, toCredits } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { OfferedTopUp, TopUpPrice } from '#modules/billing/subscriptions';

export type ThresholdType = 'CREDIT_AMOUNT' | 'DOLLAR_AMOUNT';
export type ExpirationPeriod = '1_MONTH' | '1_YEAR';
/** By INVOICE a recharge would wait for somebody to pay it. Domain: credits A7 */
export type RechargeCollection = 'CHARGE' | 'NONE';

/** How a customer wants a wallet to be recharged. Domain: credits A1 */
export interface RechargeTerms {
  isEnabled: boolean;
  thresholdType: ThresholdType;
  /** Credits, or what they cost, as the type says. */
  thresholdValue: Decimal;
  /** Credits that a recharge leaves in the wallet. */
  targetBalance: Decimal;
  /** In a calendar month (UTC), in the currency of the price; null: no cap. */
  maxSpendLimit: Decimal | null;
  grantExpirationPeriod: ExpirationPeriod;
  /** Null: as the subscription is that has the price. */
  collectedBy: RechargeCollection | null;
}

/** As a caller sends it. */
export interface AskedTerms {
  isEnabled: boolean;
  thresholdType?: ThresholdType;
  thresholdValue: number;
  targetBalance: number;
  maxSpendLimit?: number | null;
  grantExpirationPeriod?: ExpirationPeriod;
  paymentCollectionMethod?: 'CHARGE' | 'INVOICE' | 'NONE' | null;
}

/** At which credits are bought, and how that is collected. */
export interface RechargePrice extends TopUpPrice {
  collectedBy: RechargeCollection;
}

const nothing = new Decimal(0);

/** Of who has said nothing. Domain: credits A1 */
export const untouchedTerms: RechargeTerms = {
  ...{ isEnabled: false, thresholdType: 'CREDIT_AMOUNT', thresholdValue: nothing, targetBalance: nothing },
  ...{ maxSpendLimit: null, grantExpirationPeriod: '1_YEAR', collectedBy: null },
};

/** @throws BadUserInput, AmountTooLarge, InvalidArgumentError for INVOICE. Domain: credits A1, A3, A7, Y4 */
export function termsAsked(asked: AskedTerms): RechargeTerms {
  const { isEnabled, paymentCollectionMethod: collectedBy = null } = asked;
  const { thresholdType = untouchedTerms.thresholdType } = asked;
  const { grantExpirationPeriod = untouchedTerms.grantExpirationPeriod } = asked;
  if (collectedBy === 'INVOICE') throw notByInvoice('send CHARGE or NONE');
  const targetBalance = toCredits(parseDecimal(asked.targetBalance, 'targetBalance'), 'targetBalance');
  if (!targetBalance.greaterThan(0)) throw badInput('targetBalance must be above 0, rounded to 9 decimals');
  const terms = {
    ...{ isEnabled, thresholdType, targetBalance, grantExpirationPeriod, collectedBy },
    ...{ thresholdValue: thresholdAsked(asked.thresholdValue, thresholdType) },
    maxSpendLimit: asked.maxSpendLimit == null ? null : capAsked(asked.maxSpendLimit),
  };
  if (thresholdType === 'CREDIT_AMOUNT') requireAbove(targetBalance, terms.thresholdValue);
  return terms;
}

function thresholdAsked(asked: number, type: ThresholdType): Decimal {
  const value = parseDecimal(asked, 'thresholdValue');
  if (value.isNegative()) throw badInput('thresholdValue must not be below 0');
  return type === 'CREDIT_AMOUNT' ? toCredits(value, 'thresholdValue') : moneyWithin(value, 'thresholdValue');
}

function capAsked(asked: number): Decimal {
  const cap = parseDecimal(asked, 'maxSpendLimit');
  if (!cap.greaterThan(0)) throw badInput('maxSpendLimit must be above 0; null means no cap');
  return moneyWithin(cap, 'maxSpendLimit');
}

function moneyWithin(amount: Decimal, field: string): Decimal {
  if (amount.lessThanOrEqualTo(maxAmount)) return amount;
  throw new DomainError('AmountTooLarge', `${field} must be at most ${maxAmount.toFixed()}`);
}

/** Else a recharge would leave a balance that asks for the next one. @throws BadUserInput. Domain: credits A3 */
function requireAbove(target: Decimal, threshold: Decimal): void {
  if (target.greaterThan(threshold)) return;
  throw badInput(`targetBalance must be above the threshold, which is ${threshold.toFixed()} credits`);
}

/**
 * Terms that are in force must be such as can be kept at this price.
 * @throws BadUserInput for a target that asks for the next recharge, InvalidArgumentError. Domain: credits A3, A7
 */
export function requireKeepable(terms: RechargeTerms, price: OfferedTopUp | undefined): RechargePrice {
  if (!price) throw unpriced();
  const collectedBy = terms.collectedBy ?? price.collectedBy;
  if (collectedBy === 'INVOICE')
    throw notByInvoice('the subscription that prices them is collected so; send CHARGE or NONE');
  requireAbove(terms.targetBalance, thresholdOf(terms, price));
  return { ...price, collectedBy };
}

const unpriced = (): DomainError =>
  new DomainError(
    'InvalidArgumentError',
    'No live subscription of the customer has a top-up price for these credits (topUpCustomCurrencyId); provision one before isEnabled is true',
  );

const notByInvoice = (remedy: string): DomainError =>
  new DomainError(
    'InvalidArgumentError',
    `paymentCollectionMethod INVOICE: a recharge cannot wait for an invoice to be paid; ${remedy}`,
  );

type Pricing = Pick<TopUpPrice, 'unitPrice'>;

/** Has one credit a price, so that a sum of money means so many of them? */
export const hasUnitPrice = ({ unitPrice }: Pricing): boolean => new Decimal(unitPrice ?? 0).greaterThan(0);

/**
 * The fewest credits that are not below the threshold: the balance times the price of a credit is below a sum where it is below these.
 * @throws InvalidArgumentError for a sum of money where a credit has no one price. Domain: credits A2
 */
export function thresholdOf(
  { thresholdType, thresholdValue }: Pick<RechargeTerms, 'thresholdType' | 'thresholdValue'>,
  price: Pricing,
): Decimal {
  if (thresholdType === 'CREDIT_AMOUNT') return thresholdValue;
  if (!hasUnitPrice(price)) {
    const message =
      'thresholdType DOLLAR_AMOUNT: the top-up price is of tiers or of nothing, so credits have no one price; send CREDIT_AMOUNT';
    throw new DomainError('InvalidArgumentError', message);
  }
  const credits = thresholdValue.div(new Decimal(price.unitPrice ?? 0));
  return Decimal.min(credits.toDecimalPlaces(creditScale, Decimal.ROUND_UP), maxCredits);
}
