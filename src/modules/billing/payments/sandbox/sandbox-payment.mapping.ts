import { decimal, jsonb, tenantMapping, text } from '#libs/persistence/mapping';
import { SandboxPayment } from './sandbox-payment';

export const sandboxPaymentMapping = tenantMapping(SandboxPayment, 'sandbox_payment', {
  columns: {
    key: text(),
    amount: decimal(),
    currency: text(),
    methodRef: text(),
    behavior: text(),
    settled: text(true),
    refunds: jsonb(),
  },
  uniques: [{ name: 'uq_sandbox_payment_key', columns: ['key'] }],
});
