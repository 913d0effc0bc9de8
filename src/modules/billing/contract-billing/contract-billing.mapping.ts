import { bool, decimal, instant, integer, jsonb, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { BillingDetails } from './domain/billing-details';
import { BillableItem } from './domain/billable-item';
import { FormerLine } from './domain/former-line';
import { LineItem } from './domain/line-item';

export const billableItemMapping = tenantMapping(BillableItem, 'billing_article', {
  columns: { name: text(), featureUid: uuid(true) },
  uniques: [{ name: 'uq_billing_article_name', columns: ['name'] }],
  indices: [{ name: 'ix_billing_article_feature', columns: ['featureUid'] }],
  references: [{ name: 'fk_billing_article_feature', property: 'featureUid', target: () => 'Feature' }],
});

export const billingDetailsMapping = tenantMapping(BillingDetails, 'contract_billing_details', {
  columns: { currency: text(), note: text(true), paymentMethod: text(true) },
  references: [{ name: 'fk_contract_billing_details_contract', property: 'uid', target: () => 'Contract' }],
});

const lineColumns = {
  contractUid: uuid(),
  externalId: text(true),
  name: text(),
  // Called so since the first migration.
  billableItemUid: { ...uuid(true), name: 'article_uid' },
  featureUid: uuid(true),
  pricingModelId: text(),
  // Numbers are texts in it, so that nothing reads them as floats.
  rows: jsonb(),
  cycleUnit: text(),
  cycleCount: integer(),
  paymentTime: text(),
  discount: decimal(),
  tax: decimal(),
  netTerms: integer(true),
  separateInvoice: bool(),
  // The beginning of that day in UTC.
  activationStartDate: instant(true),
  activationEndDate: instant(true),
  billedFrom: instant(true),
  legalEntityUid: uuid(true),
  legalEntityId: text(true),
  paymentAccountUid: uuid(true),
  paymentAccountId: text(true),
};

/** Of what another row refers to; each column that refers has an index. */
const lineIndices = (table: string) => [
  { name: `ix_${table}_article`, columns: ['billableItemUid' as const] },
  { name: `ix_${table}_feature`, columns: ['featureUid' as const] },
  { name: `ix_${table}_entity`, columns: ['legalEntityUid' as const] },
  { name: `ix_${table}_account`, columns: ['paymentAccountUid' as const] },
];

const lineReferences = (table: string) => [
  { name: `fk_${table}_contract`, property: 'contractUid', target: () => 'Contract' },
  { name: `fk_${table}_article`, property: 'billableItemUid', target: () => 'BillableItem' },
  { name: `fk_${table}_feature`, property: 'featureUid', target: () => 'Feature' },
  { name: `fk_${table}_entity`, property: 'legalEntityUid', target: () => 'LegalEntity' },
  { name: `fk_${table}_account`, property: 'paymentAccountUid', target: () => 'PaymentAccount' },
];

export const lineItemMapping = tenantMapping(LineItem, 'contract_line_item', {
  columns: lineColumns,
  uniques: [{ name: 'uq_contract_line_item_external', columns: ['contractUid', 'externalId'] }],
  indices: lineIndices('contract_line_item'),
  references: lineReferences('contract_line_item'),
});

/** The line itself may be gone, and another may have taken its externalId over. */
export const formerLineMapping = tenantMapping(FormerLine, 'contract_former_line', {
  columns: { ...lineColumns, lineUid: uuid(), lastDay: instant() },
  indices: [
    { name: 'ix_contract_former_line_contract', columns: ['contractUid'] },
    ...lineIndices('contract_former_line'),
  ],
  references: lineReferences('contract_former_line'),
});

whenViolated(
  'uq_contract_line_item_external',
  'DuplicatedEntityNotAllowed',
  'The contract has a line item of this externalId already',
);
