import type { Json } from './catalog';
import { expectOk, type ApiClient } from './client';

/** By a method that the provider knows under this id. */
export const attachMethod = (api: ApiClient, paymentMethodId: string, customerId = 'acorn') =>
  expectOk<Json>(
    api.rest('POST', `/customers/${customerId}/payment-method`, {
      ...{ integrationId: 'pay', vendorIdentifier: 'STRIPE', paymentMethodId },
    }),
  );

/** By a method of the sandbox: `pays`. */
export const payBy = (api: ApiClient, method: string, customerId?: string) =>
  attachMethod(api, `pm_sandbox_${method}`, customerId);

export const chargePath = (invoiceId: string, customerId = 'acorn'): string =>
  `/customers/${customerId}/invoices/${invoiceId}/charge`;
