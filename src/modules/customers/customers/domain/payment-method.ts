/** How a customer pays: the provider's reference and masked digits, never more. Domain: customers-subscriptions U8 */
export interface KeptPaymentMethod {
  /** Of the integration whose provider knows it. */
  integrationId: string;
  ref: string;
  type: 'CARD' | 'BANK' | 'CASH_APP';
  last4: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
}
