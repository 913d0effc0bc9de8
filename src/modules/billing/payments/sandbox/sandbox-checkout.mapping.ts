import { decimal, instant, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { SandboxCheckout } from './sandbox-checkout';

export const sandboxCheckoutMapping = tenantMapping(SandboxCheckout, 'sandbox_checkout', {
  columns: {
    key: text(),
    reference: text(),
    amount: decimal(),
    currency: text(),
    customerRef: text(),
    description: text(),
    successUrl: text(),
    cancelUrl: text(),
    expiresAt: instant(),
    paymentUid: text(),
    paidBy: uuid(true),
    closedAt: instant(true),
  },
  uniques: [
    { name: 'uq_sandbox_checkout_key', columns: ['key'] },
    { name: 'uq_sandbox_checkout_reference', columns: ['reference'] },
  ],
});
