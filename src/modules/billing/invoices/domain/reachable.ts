import type { CollectionMethod } from '#libs/business/values/collection-method';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredCustomer } from '#modules/customers/customers';

/** Invoices are sent to somebody. Domain: customers-subscriptions U2, V9; credits G4 */
export function requireEmail({ id, email }: StoredCustomer): void {
  if (email) return;
  const message = `Customer ${id} has no e-mail address to send invoices to; set email first`;
  throw new DomainError('CustomerHasNoEmailAddress', message);
}

/** Money is taken from somebody. Domain: customers-subscriptions X7 */
function requirePaymentMethod({ id, paymentMethod }: StoredCustomer): void {
  if (paymentMethod) return;
  const message = `Customer ${id} has no payment method to charge; attach one by POST /customers/${id}/payment-method`;
  throw new DomainError('PaymentMethodNotFoundError', message);
}

/**
 * Who pays from now on has what its invoices need.
 * @throws CustomerHasNoEmailAddress, PaymentMethodNotFoundError. Domain: customers-subscriptions X7; credits G4
 */
export function requireReachable(payer: StoredCustomer, method: CollectionMethod): void {
  if (method === 'INVOICE') requireEmail(payer);
  if (method === 'CHARGE') requirePaymentMethod(payer);
}
