import type { PostalAddress } from '#libs/business/values/postal-address';
import type { TaxId } from '#libs/business/values/tax-id';
import type { Passthrough } from './passthrough';

/** Whom a bill is made out to, beside the name. */
export interface BillingDetails {
  address: PostalAddress | null;
  taxIds: TaxId[];
}

interface Billed {
  billingAddress: PostalAddress | null;
  taxIds: TaxId[] | null;
  passthrough: Passthrough | null;
}

/**
 * A copy, which no later change reaches. Address and tax ids are looked for each by itself: what the customer says, else what it
 * has its billing providers told. Domain: customers-subscriptions U12
 */
export function billingDetailsOf({ billingAddress, taxIds, passthrough }: Billed): BillingDetails {
  const { stripe, zuora } = passthrough ?? {};
  const address = billingAddress ?? stripe?.billingAddress ?? zuora?.billingAddress;
  const numbers = taxIds ?? stripe?.taxIds ?? zuora?.taxIds ?? [];
  return { address: address ? { ...address } : null, taxIds: numbers.map((taxId) => ({ ...taxId })) };
}
