import type { CurrencyCode } from '#libs/business/values/currency';
import { badInput } from '#libs/kernel/errors/domain-error';
import { copyOf, TenantEntity } from '#libs/kernel/tenant-entity';

export type PaymentMethod = 'BANK_TRANSFER';

/** What is said once for all lines of a contract; its key is that of the contract. */
export class BillingDetails extends TenantEntity {
  readonly currency: CurrencyCode;
  /** Printed on the documents. Domain: contracts-billing S3 */
  readonly note: string | null;
  /** Set with the payment account. Domain: contracts-billing S2.4 */
  readonly paymentMethod: PaymentMethod | null;

  static of(contractUid: string, currency: CurrencyCode, now: Date): BillingDetails {
    const state = { currency, note: null, paymentMethod: null };
    const details = BillingDetails.instantiate<BillingDetails>(BillingDetails, state, now);
    details.uid = contractUid;
    return details;
  }

  /** Another state of it; what is left out stays. */
  with(said: Partial<Pick<BillingDetails, 'currency' | 'note' | 'paymentMethod'>>): BillingDetails {
    return Object.assign(copyOf(this), said);
  }
}

/**
 * The currency that is sent first, else the customer's; later lines keep to it.
 * @param kept null while the contract has no lines
 * @throws BadUserInput. Domain: contracts-billing I2
 */
export function currencyOf(
  kept: CurrencyCode | null,
  asked: CurrencyCode | null,
  customers: CurrencyCode | null,
): CurrencyCode {
  const currency = kept ?? asked ?? customers;
  if (currency === null) {
    throw badInput('currency must be set, as the customer has no billingCurrency');
  }
  if (asked === null || asked === currency) return currency;
  throw badInput(
    `currency: the lines of this contract are in ${currency}; leave it out, or change the terms`,
  );
}
