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
    reference: text(true),
    description: text(true),
    paymentUid: text(true),
  },
  uniques: [{ name: 'uq_sandbox_payment_key', columns: ['key'] }],
  indices: [
    {
      ...{ name: 'ix_sandbox_payment_reference', columns: ['reference'] },
      ...{ unique: true, where: 'reference IS NOT NULL' },
    },
  ],
});
