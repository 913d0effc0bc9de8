import { bool, decimal, instant, integer, jsonb, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { Payment } from './domain/payment';

export const paymentMapping = tenantMapping(Payment, 'payment', {
  columns: {
    invoiceUid: uuid(true),
    purchase: jsonb(true),
    customerUid: uuid(),
    customerId: text(),
    amount: decimal(),
    currency: text(),
    integrationId: text(true),
    customerRef: text(true),
    methodRef: text(true),
    description: text(),
    requestKey: text(true),
    state: text(),
    ref: text(true),
    reason: text(true),
    actionUrl: text(true),
    toldAt: instant(true),
    settledAt: instant(true),
    returned: decimal(),
    dueAt: instant(true),
    isGivenUp: { ...bool(), default: false },
    attempt: integer(true),
    firstFailedAt: instant(true),
    refusedRef: text(true),
  },
  indices: [
    // Of an invoice one at most is on its way; who starts another one holds the invoice.
    {
      name: 'uq_payment_unsettled',
      columns: ['invoiceUid'],
      unique: true,
      where: `settled_at IS NULL AND state <> 'RETURNING'`,
    },
    {
      name: 'ix_payment_followed',
      columns: ['customerUid', 'dueAt'],
      where: 'due_at IS NOT NULL AND settled_at IS NOT NULL',
    },
    {
      name: 'ix_payment_invoice_followed',
      columns: ['invoiceUid'],
      where: 'due_at IS NOT NULL AND settled_at IS NOT NULL',
    },
    // By what request it was begun, and who is buying now.
    {
      name: 'ix_payment_purchase',
      columns: ['requestKey'],
      where: 'purchase IS NOT NULL AND request_key IS NOT NULL',
    },
    {
      name: 'ix_payment_buying',
      columns: ['customerUid'],
      where: 'purchase IS NOT NULL AND invoice_uid IS NULL AND settled_at IS NULL',
    },
    { name: 'ix_payment_invoice', columns: ['invoiceUid', 'uid'] },
    { name: 'ix_payment_due_here', columns: ['dueAt', 'uid'], where: 'due_at IS NOT NULL' },
  ],
  references: [
    { property: 'invoiceUid', target: () => 'Invoice', name: 'fk_payment_invoice' },
    { property: 'customerUid', target: () => 'Customer', name: 'fk_payment_customer' },
  ],
});

// Who looks after payments looks for those of all environments at once.
paymentMapping.options.indices?.push({
  name: 'ix_payment_due',
  columns: ['dueAt', 'uid', 'environmentId'],
  where: 'due_at IS NOT NULL',
});
