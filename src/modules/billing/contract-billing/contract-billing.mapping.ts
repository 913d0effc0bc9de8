import { bool, decimal, instant, integer, jsonb, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { BillingDetails } from './domain/billing-details';
import { BillableItem } from './domain/billable-item';
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

export const lineItemMapping = tenantMapping(LineItem, 'contract_line_item', {
  columns: {
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
    legalEntityUid: uuid(true),
    legalEntityId: text(true),
    paymentAccountUid: uuid(true),
    paymentAccountId: text(true),
  },
  uniques: [{ name: 'uq_contract_line_item_external', columns: ['contractUid', 'externalId'] }],
  indices: [
    { name: 'ix_contract_line_item_article', columns: ['billableItemUid'] },
    { name: 'ix_contract_line_item_feature', columns: ['featureUid'] },
    { name: 'ix_contract_line_item_entity', columns: ['legalEntityUid'] },
    { name: 'ix_contract_line_item_account', columns: ['paymentAccountUid'] },
  ],
  references: [
    { name: 'fk_contract_line_item_contract', property: 'contractUid', target: () => 'Contract' },
    { name: 'fk_contract_line_item_article', property: 'billableItemUid', target: () => 'BillableItem' },
    { name: 'fk_contract_line_item_feature', property: 'featureUid', target: () => 'Feature' },
    { name: 'fk_contract_line_item_entity', property: 'legalEntityUid', target: () => 'LegalEntity' },
    { name: 'fk_contract_line_item_account', property: 'paymentAccountUid', target: () => 'PaymentAccount' },
  ],
});

whenViolated(
  'uq_contract_line_item_external',
  'DuplicatedEntityNotAllowed',
  'The contract has a line item of this externalId already',
);
