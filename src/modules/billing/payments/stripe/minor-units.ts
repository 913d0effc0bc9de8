import { minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { ProviderRefusal } from '../domain/payment-provider';

/**
 * Where Stripe counts otherwise than ISO 4217: krónur and Ugandan shillings have no minor unit and are told in hundredths all the
 * same, ariary has one and is told whole.
 */
const toldDigits: Partial<Record<CurrencyCode, 0 | 2>> = { isk: 2, ugx: 2, mga: 0 };

/**
 * The whole number in which Stripe is told an amount.
 * @throws ProviderRefusal for an amount that has no such number
 */
export function minorUnits(amount: Decimal, currency: CurrencyCode): number {
  const ownDigits = minorUnitDigits(currency);
  const digits = toldDigits[currency] ?? ownDigits;
  const units = amount.times(new Decimal(10).pow(digits));
  const isExact = amount.decimalPlaces() <= Math.min(digits, ownDigits);
  if (!isExact || !amount.greaterThan(0) || units.greaterThan(Number.MAX_SAFE_INTEGER))
    throw new ProviderRefusal(`amount: ${amount.toFixed()} ${currency} cannot be told to Stripe exactly`);
  return units.toNumber();
}

/** What is asked for, as it lies with the payment at Stripe and is compared with what was collected. */
export const askedText = (units: number, currency: string): string => `${units} ${currency}`;
