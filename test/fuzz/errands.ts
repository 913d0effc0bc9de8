import { recipes, type Larder } from './recipes';

type Json = Record<string, unknown>;

/** One operation with the things that it is about; what is not said is chosen as everywhere. */
export interface Step {
  operation: string;
  /** By parameter of the path: an id, or the kind of which the latest one is meant. */
  ids?: Record<string, string | { latest: string }>;
  body?: Json;
}

type Ids = NonNullable<Step['ids']>;

const step = (operation: string, ids: Ids = {}, body?: Json): Step => ({
  operation,
  ids,
  ...(body && { body }),
});
const cooked = (it: Larder, operation: string, more: Json = {}): Json => ({
  ...recipes[operation]?.(it),
  ...more,
});

const forNew = { migrationType: 'NEW_CUSTOMERS' };
const seated = {
  ...{ billingPeriod: 'MONTHLY', paymentCollectionMethod: 'NONE' },
  charges: [{ type: 'FEATURE', id: 'seats', quantity: 2 }],
};
const switches = ['sso', 'sms'].map((id) => ({ type: 'FEATURE', id }));

function packageLife(it: Larder, noun: 'Plan' | 'Addon'): Step[] {
  const id = it.fresh(noun.toLowerCase());
  const own = { id };
  const of = { [noun === 'Plan' ? 'planId' : 'addonId']: id };
  const priced = cooked(it, `update${noun}`);
  return [
    step(`create${noun}`, {}, { id, displayName: id, productId: 'main', pricingType: 'FREE' }),
    step(`create${noun}Entitlements`, of, { entitlements: switches }),
    step(`update${noun}Entitlement`, { ...of, id: 'sms' }),
    step(`order${noun}Entitlements`, of, { entitlements: [...switches].reverse() }),
    step(`delete${noun}Entitlement`, { ...of, id: 'sms' }),
    step(`set${noun}FeatureGroup`, { ...of, id: 'group' }, {}),
    step(`list${noun}FeatureGroups`, of),
    step(`remove${noun}FeatureGroup`, { ...of, id: 'group' }),
    ...(noun === 'Plan'
      ? [
          step('updatePlan', own, { compatibleAddonIds: ['extra'] }),
          step('setPlanPackageGroup', { ...of, id: 'pair' }, { minItems: 0 }),
          step('removePlanPackageGroup', { ...of, id: 'pair' }),
        ]
      : []),
    step(`publish${noun}`, own, forNew),
    step(`create${noun}Draft`, own),
    step(`update${noun}`, own, priced),
    ...(it.random.next() < 0.5 ? [step(`discard${noun}Draft`, own)] : [step(`publish${noun}`, own, forNew)]),
    step(`list${noun}Charges`, own),
    step(`archive${noun}`, own),
    step(`unarchive${noun}`, own),
  ];
}

function contractLife(it: Larder): Step[] {
  const id = it.fresh('deal');
  const [own, line] = [{ id }, it.fresh('line')];
  const rows = [
    { quantity: 1, price: 10 },
    { quantity: 2, price: 5 },
  ];
  const items = {
    ...cooked(it, 'addContractLineItems'),
    lineItems: [line, it.fresh('line')].map((externalId) => ({
      name: externalId,
      externalId,
      billingCycleUnit: 'monthly',
      rows,
    })),
  };
  const [subscription, bought] = [
    it.fresh('sub'),
    { customerId: 'payer', planId: 'team', billingPeriod: 'MONTHLY' },
  ];
  const paid = { charges: [{ type: 'FEATURE', id: 'seats', quantity: 2 }], paymentCollectionMethod: 'NONE' };
  return [
    step('createContract', {}, { contractId: id, customerId: 'payer' }),
    step('createSubscription', {}, { id: subscription, ...bought, ...paid }),
    step('attachContractSubscriptions', own, { subscriptionIds: [subscription] }),
    step('detachContractSubscription', { ...own, subscriptionId: subscription }),
    step('addContractLineItems', own, items),
    step('updateContractLineItem', { ...own, itemRef: line }, { rows }),
    step('deleteContractLineItemRow', { ...own, itemRef: line, rowIndex: '1' }),
    step('updateContractBillingSettings', own),
    step('updateContractBillingTerms', own, { netTerms: 30 }),
    step('getContractBillingReadiness', own),
    step('getContractInvoiceSchedule', own),
    step('publishContractBilling', own),
    step('amendContractBilling', own),
    step('getContractBillingSummary', own),
    step('reopenContractBilling', own),
    step('deleteContractLineItem', { ...own, itemRef: line }),
    step('publishContractBilling', own),
    step('cancelContractBilling', own),
    step('listContractCreditNotes', own),
    step('archiveContract', own),
  ];
}

function subscriptionLife(it: Larder): Step[] {
  const [id, customerId, next] = [it.fresh('sub'), it.fresh('customer'), it.fresh('sub')];
  const own = { id };
  const charges = [{ type: 'FEATURE', id: 'seats', quantity: 2 }];
  const asked = { customerId, planId: 'team', billingPeriod: 'MONTHLY', charges };
  return [
    step('createCustomer', {}, { id: customerId, email: `${customerId}@buyers.example` }),
    step('attachCustomerPaymentMethod', { id: customerId }),
    step('previewSubscription', {}, asked),
    step(
      'createSubscription',
      {},
      { id, ...asked, paymentCollectionMethod: it.random.pick(['CHARGE', 'INVOICE']) },
    ),
    step('reportUsage', {}, { usages: [{ customerId, featureId: 'calls', value: 3 }] }),
    step(
      'ingestEvents',
      {},
      {
        events: [{ customerId, eventName: 'call', idempotencyKey: it.fresh('e'), dimensions: { tokens: 3 } }],
      },
    ),
    step('getUsageHistory', { customerId, featureId: 'calls' }),
    step('updateSubscription', own, { charges: [{ type: 'FEATURE', id: 'seats', quantity: 5 }] }),
    step('updateSubscription', own),
    step('createCreditGrant', {}, cooked(it, 'createCreditGrant', { customerId, currencyId: 'tokens' })),
    step('consumeCredits', {}, cooked(it, 'consumeCredits', { customerId, currencyId: 'tokens' })),
    step(
      'updateCreditAutoRecharge',
      {},
      cooked(it, 'updateCreditAutoRecharge', { customerId, currencyId: 'tokens' }),
    ),
    step('voidCreditGrant', { id: { latest: 'grants' } }),
    step(
      'createSubscription',
      {},
      { id: next, customerId, planId: 'basic', scheduleStrategy: 'END_OF_BILLING_PERIOD' },
    ),
    step('cancelSubscriptionSchedule', own),
    step('chargeSubscriptionUsage', own),
    step('syncSubscriptionUsage', own),
    step('listCustomerInvoices', { id: customerId }),
    step('generateInvoicePdf', { id: customerId, invoiceRef: { latest: 'invoices' } }),
    step('getInvoicePdfStatus', { id: customerId, invoiceRef: { latest: 'invoices' } }),
    step('listInvoicePayments', { id: customerId, invoiceRef: { latest: 'invoices' } }),
    step('chargeCustomerInvoice', { id: customerId, invoiceRef: { latest: 'invoices' } }),
    step('createInvoiceCreditNote', { id: customerId, invoiceRef: { latest: 'invoices' } }),
    step('generateCreditNotePdf', { id: customerId, creditNoteRef: { latest: 'credit-notes' } }),
    step('getInvoicePdf', { id: customerId, invoiceRef: { latest: 'invoices' } }),
    step('markSubscriptionInvoicePaid', own),
    step('delegateSubscription', own, { targetCustomerId: 'payer' }),
    step('migrateSubscription', own),
    step('cancelSubscription', own),
    step('archiveCustomer', { id: customerId }),
  ];
}

function siteLife(it: Larder): Step[] {
  const [id, customerId] = [it.fresh('site'), 'bob'];
  return [
    step('createSubscription', {}, { id, customerId, planId: 'site', resourceId: it.fresh('resource') }),
    step('listCustomerResources', { id: customerId }),
    step('transferSubscription', { id }),
    step('cancelSubscription', { id }, { cancellationTime: 'IMMEDIATE' }),
  ];
}

function catalogLife(it: Larder): Step[] {
  const [product, feature, group, code] = [
    it.fresh('product'),
    it.fresh('feature'),
    it.fresh('group'),
    it.fresh('CODE'),
  ];
  return [
    step('createProduct', {}, { id: product, displayName: product }),
    step('createAutoCancellationRule', { id: product }, { targetProductId: 'sites' }),
    step('deleteAutoCancellationRule', { id: product, targetProductId: 'sites' }),
    step('duplicateProduct', { id: product }),
    step('archiveProduct', { id: product }),
    step('unarchiveProduct', { id: product }),
    step('createFeature', {}, cooked(it, 'createFeature', { id: feature })),
    step('createFeatureGroup', {}, { id: group, displayName: group, featureIds: [feature] }),
    step('archiveFeatureGroup', { id: group }),
    step('unarchiveFeatureGroup', { id: group }),
    step('deleteFeatureGroup', { id: group }),
    step('archiveFeature', { id: feature }),
    step('unarchiveFeature', { id: feature }),
    step('deleteFeature', { id: feature }),
    step('createPromotionCode', {}, { id: code, couponId: 'tenth' }),
    step('validatePromotionCode', { id: code }),
    step('archivePromotionCode', { id: code }),
    step('planCatalog'),
    step('applyCatalog'),
  ];
}

function settingsLife(it: Larder): Step[] {
  const [hook, key, entity, bank] = [
    { latest: 'webhooks' },
    { latest: 'api-keys' },
    it.fresh('entity'),
    it.fresh('bank'),
  ];
  return [
    step('createWebhook'),
    step('testWebhook', { id: hook }),
    step('rotateWebhookSecret', { id: hook }, { graceHours: 1 }),
    step('listWebhookDeliveries', { id: hook }),
    step('replayWebhookDelivery', { id: hook, deliveryId: { latest: 'deliveries' } }),
    step('replayWebhook', { id: hook }),
    step('deleteWebhook', { id: hook }),
    step('createApiKey'),
    step('rotateApiKey', { id: key }),
    step('setApiKeyGrace', { id: key }, { graceHours: 0 }),
    step('revokeApiKey', { id: key }),
    step('createLegalEntity', {}, { id: entity, name: entity }),
    step('createPaymentAccount', { id: entity }, { id: bank, name: bank }),
    step('archivePaymentAccount', { id: entity, accountId: bank }),
    step('unarchivePaymentAccount', { id: entity, accountId: bank }),
    step('archiveLegalEntity', { id: entity }),
    step('unarchiveLegalEntity', { id: entity }),
    step('importSubscriptions'),
    step('cancelTask', { id: { latest: 'tasks' } }),
    step(
      'linkCustomerIntegration',
      { id: 'bob' },
      { id: 'crm', vendorIdentifier: 'HUBSPOT', syncedEntityId: it.fresh('h') },
    ),
    step('updateCustomerIntegration', { id: 'bob', integrationId: 'crm' }),
    step('unlinkCustomerIntegration', { id: 'bob', integrationId: 'crm' }),
    step('grantPromotionalEntitlements', { id: 'eve' }),
    step('revokePromotionalEntitlement', { id: 'eve', featureId: 'sso' }),
  ];
}

function governedLife(it: Larder): Step[] {
  const [customerId, top, below] = [it.fresh('customer'), it.fresh('entity'), it.fresh('entity')];
  const own = { id: customerId };
  const entities = [
    { id: top, entityTypeId: 'team' },
    { id: below, entityTypeId: 'agent' },
  ];
  const budget = { featureId: 'calls', usageLimit: 5, cadence: 'P1M' };
  const usages = [{ customerId, featureId: 'calls', value: 3, dimensions: { agent: below } }];
  return [
    step('createCustomer', {}, { id: customerId }),
    step('createSubscription', {}, { id: it.fresh('sub'), customerId, planId: 'team', ...seated }),
    step('upsertEntities', own, { entities }),
    step('upsertAssignments', own, { assignments: [{ ...budget, entityId: top }] }),
    step('upsertAssignments', own, { assignments: [{ ...budget, entityId: below, parentId: top }] }),
    step('reportUsage', {}, { usages }),
    step('checkCustomerEntitlementBeta', own),
    step('listCustomerGovernance', own),
    step('listAssignments', own),
    step('getEntity', { ...own, entityId: below }),
    step('archiveEntities', own, { ids: [below] }),
    step('unarchiveEntities', own, { ids: [below] }),
  ];
}

function exportLife(it: Larder): Step[] {
  const destinationId = it.fresh('warehouse');
  return [
    step('listDataExportModels'),
    step('createDataExportDestination', {}, { destinationId, destinationType: 'POSTGRES' }),
    step('getDataExportDestinations'),
    step('updateDataExportDestination', { destinationId }),
    step('startDataExportSync', {}, { destinationId }),
    step('createDataExportToken'),
    step('deleteDataExportDestination', { destinationId }),
  ];
}

/** What goes deep: operations in the order in which they lead to each other, on things of their own. */
export const errands: readonly ((it: Larder) => Step[])[] = [
  (it) => packageLife(it, 'Plan'),
  (it) => packageLife(it, 'Addon'),
  contractLife,
  subscriptionLife,
  siteLife,
  catalogLife,
  settingsLife,
  governedLife,
  exportLife,
];
