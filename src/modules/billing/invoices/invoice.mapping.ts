import {
  addressedMapping,
  bool,
  decimal,
  instant,
  integer,
  jsonb,
  tenantMapping,
  text,
  uuid,
} from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { Invoice } from './domain/invoice';
import { InvoiceLine } from './domain/invoice-line';
import { LateUsageWatch } from './domain/late-usage-watch';
import { CustomerBalance } from './domain/customer-balance';
import { InvoicePdf } from './domain/invoice-pdf';

/** Of a subscription: it waits for what was used. */
const isClosedDraft = `state = 'DRAFT' AND closes_at IS NOT NULL`;

const amounts = { subTotal: decimal(), discount: decimal(), tax: decimal(), total: decimal() };

export const invoiceMapping = addressedMapping(Invoice, 'invoice', {
  columns: {
    billedUid: { ...uuid(), name: 'contract_uid' },
    billedId: { ...text(), name: 'contract_id' },
    contractExternalId: text(true),
    kind: text(true),
    customerUid: uuid(),
    customerId: text(),
    legalEntityUid: uuid(),
    legalEntityId: text(),
    paymentAccountUid: uuid(true),
    paymentAccountId: text(true),
    currency: text(),
    paymentTime: text(),
    periodStart: instant(),
    periodEnd: instant(),
    sequence: integer(),
    netTerms: integer(),
    note: text(true),
    purchaseOrder: text(true),
    issueDate: instant(true),
    dueDate: instant(true),
    closesAt: instant(true),
    billTerms: jsonb(true),
    carriesUsage: bool(),
    state: text(),
    number: text(true),
    finalizedAt: instant(true),
    paidAt: instant(true),
    canceledAt: instant(true),
    // As they were when the invoice was finalized.
    seller: jsonb(true),
    buyer: jsonb(true),
    ...amounts,
    // With a default, so that the last release may still write rows beside this one.
    balanceApplied: { ...decimal(), default: 0 },
    credited: decimal(),
    owedFrom: instant(true),
    billingReason: { ...text(), default: 'BILLING_CYCLE' },
    collection: text(true),
  },
  uniques: [
    // Nothing is billed twice. Domain: contracts-billing V10
    {
      name: 'uq_invoice_period',
      columns: ['billedUid', 'paymentTime', 'periodStart', 'periodEnd', 'sequence'],
    },
    // Domain: contracts-billing V8
    { name: 'uq_invoice_number', columns: ['legalEntityUid', 'number'] },
  ],
  searched: ['number'],
  indices: [
    { name: 'ix_invoice_draft', columns: ['billedUid', 'issueDate', 'uid'], where: `state = 'DRAFT'` },
    { name: 'ix_invoice_due_here', columns: ['issueDate', 'uid'], where: `state = 'DRAFT'` },
    { name: 'ix_invoice_sent', columns: ['billedUid', 'issueDate', 'uid'], where: `state <> 'DRAFT'` },
    { name: 'ix_invoice_closed_here', columns: ['closesAt', 'uid'], where: isClosedDraft },
    { name: 'ix_invoice_customer', columns: ['customerUid', 'issueDate', 'uid'], where: `state <> 'DRAFT'` },
    { name: 'ix_invoice_customer_number', columns: ['customerUid', 'number'], where: `state <> 'DRAFT'` },
  ],
  references: [
    { name: 'fk_invoice_customer', property: 'customerUid', target: () => 'Customer' },
    { name: 'fk_invoice_legal_entity', property: 'legalEntityUid', target: () => 'LegalEntity' },
    { name: 'fk_invoice_payment_account', property: 'paymentAccountUid', target: () => 'PaymentAccount' },
  ],
});
// Who finalizes looks for what is due in all environments at once.
invoiceMapping.options.indices?.push({
  name: 'ix_invoice_due',
  columns: ['issueDate', 'uid'],
  where: `state = 'DRAFT'`,
});

/** A check of the database keeps it from falling below zero. */
export const customerBalanceMapping = tenantMapping(CustomerBalance, 'customer_balance', {
  columns: { customerUid: uuid(), currency: text(), amount: decimal() },
  uniques: [{ name: 'uq_customer_balance', columns: ['customerUid', 'currency'] }],
  references: [{ name: 'fk_customer_balance_customer', property: 'customerUid', target: () => 'Customer' }],
});

customerBalanceMapping.options.checks = [{ name: 'ck_customer_balance_amount', expression: '"amount" >= 0' }];

export const lateUsageWatchMapping = tenantMapping(LateUsageWatch, 'late_usage_watch', {
  columns: { dueAt: instant(), until: instant(), seen: text(true), seenAt: instant(true) },
  indices: [{ name: 'ix_late_usage_watch_due_here', columns: ['dueAt', 'uid'] }],
});
// Who bills late usage looks for what is due in all environments at once.
lateUsageWatchMapping.options.indices?.push({ name: 'ix_late_usage_watch_due', columns: ['dueAt', 'uid'] });

invoiceMapping.options.indices?.push({
  name: 'ix_invoice_closed',
  columns: ['closesAt', 'uid'],
  where: isClosedDraft,
});

/** Bytes in a table of their own, so that no other read carries them. */
export const invoicePdfMapping = tenantMapping(InvoicePdf, 'invoice_pdf', {
  columns: { invoiceUid: uuid(), invoiceRevision: integer(), content: { type: 'bytea' } },
  uniques: [{ name: 'uq_invoice_pdf_invoice', columns: ['invoiceUid'] }],
  references: [{ name: 'fk_invoice_pdf_invoice', property: 'invoiceUid', target: () => 'Invoice' }],
});

export const invoiceLineMapping = tenantMapping(InvoiceLine, 'invoice_line', {
  columns: {
    invoiceUid: uuid(),
    position: integer(),
    type: text(),
    itemId: text(),
    description: text(),
    quantity: decimal(true),
    unitPrice: decimal(true),
    periodStart: instant(),
    periodEnd: instant(),
    productExternalId: text(true),
    explanation: text(true),
    taxPercent: decimal(),
    usageTerms: jsonb(true),
    corrects: uuid(true),
    correction: integer(true),
    keepsDiscount: { ...bool(), default: false },
    ...amounts,
  },
  uniques: [{ name: 'uq_invoice_line_position', columns: ['invoiceUid', 'position'] }],
  indices: [
    // What came late is billed once, whoever finalizes. Domain: entitlements-usage A13
    {
      name: 'uq_invoice_line_correction',
      columns: ['corrects', 'correction'],
      unique: true,
      where: 'corrects IS NOT NULL',
    },
  ],
  references: [
    { name: 'fk_invoice_line_invoice', property: 'invoiceUid', target: () => 'Invoice', onDelete: 'CASCADE' },
  ],
});

whenViolated(
  'uq_invoice_period',
  'DuplicatedEntityNotAllowed',
  'The contract has an invoice of this period already',
);
