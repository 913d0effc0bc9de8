import type { PostalAddress } from '#libs/business/values/postal-address';
import type { TaxId } from '#libs/business/values/tax-id';
import type { StoredCustomer } from '#modules/customers/customers';

/** What an invoice keeps of the customer, as it was when the invoice was finalized. Domain: contracts-billing V3 */
export interface Buyer {
  customerId: string;
  name: string | null;
  email: string | null;
  /** Absent from what was finalized before customers had one. */
  address?: PostalAddress | null;
  taxIds?: TaxId[];
  /** For documents only. Domain: contracts-billing R6 */
  language: string | null;
  timezone: string | null;
}

/** @param own of the subscription that is billed, each instead of the customer's. Domain: customers-subscriptions U12 */
export const buyerOf = (
  customer: StoredCustomer,
  own?: { address: PostalAddress | null; taxIds: TaxId[] | null },
): Buyer => {
  const { id: customerId, name, email, language, timezone } = customer;
  const { address, taxIds } = customer.billingDetails();
  const details = { address: own?.address ?? address, taxIds: own?.taxIds ?? taxIds };
  return { customerId, name, email, ...details, language, timezone };
};
