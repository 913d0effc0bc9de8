import type { StoredCustomer } from '#modules/customers/customers';

/** What an invoice keeps of the customer, as it was when the invoice was finalized. Domain: contracts-billing V3 */
export interface Buyer {
  customerId: string;
  name: string | null;
  email: string | null;
  /** For documents only. Domain: contracts-billing R6 */
  language: string | null;
  timezone: string | null;
}

export const buyerOf = ({ id, name, email, language, timezone }: StoredCustomer): Buyer => ({
  customerId: id,
  name,
  email,
  language,
  timezone,
});
