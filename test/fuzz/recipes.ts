import type { SeededRandom } from '../support/seeded-random';
import type { KnownIds } from './known';

type Json = Record<string, unknown>;

/** What a recipe is cooked from. */
export interface Larder {
  random: SeededRandom;
  /** One of that kind that there is; a name of nothing where there is none. */
  id(kind: string): string;
  /** One that nothing has yet. */
  fresh(prefix: string): string;
  /** So many days from now. */
  inDays(days: number): string;
}

export const larderOf = (
  known: KnownIds,
  random: SeededRandom,
  fresh: (prefix: string) => string,
): Larder => ({
  random,
  id: (kind) => known.any(kind, random) ?? 'nobody',
  fresh,
  inDays: (days) => new Date(Date.now() + days * 86_400_000).toISOString(),
});

const usd = (amount: number): Json => ({ amount, currency: 'usd' });

const feature = ({ id, random }: Larder): Json =>
  random.pick<Json>([
    { type: 'FEATURE', id: 'sso' },
    { type: 'FEATURE', id: 'sms' },
    {
      type: 'FEATURE',
      id: 'calls',
      usageLimit: random.whole(0, 500),
      resetPeriod: 'MONTH',
      hasSoftLimit: true,
    },
    { type: 'FEATURE', id: 'seats', usageLimit: random.whole(1, 50) },
    { type: 'FEATURE', id: id('features') },
    { type: 'CREDIT', id: id('custom-currencies'), amount: random.whole(1, 500), cadence: 'MONTH' },
  ]);

const reset = (random: SeededRandom): Json =>
  random.pick<Json>([
    {},
    { resetPeriod: 'MONTH', monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' } },
    { resetPeriod: 'WEEK', weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' } },
    { resetPeriod: 'DAY' },
  ]);

const pricePeriod = ({ random, id }: Larder): Json =>
  random.pick<Json>([
    { price: usd(random.whole(0, 90)) },
    { price: usd(random.whole(1, 90) / 4), blockSize: 10 },
    {
      tiers: [
        { upTo: 10, unitPrice: usd(2), flatPrice: usd(5) },
        { upTo: null, unitPrice: usd(1) },
      ],
    },
    { creditRate: { amount: 2, currencyId: id('custom-currencies') } },
  ]);

function pricingModel(larder: Larder): Json {
  const { random, id } = larder;
  const periods = (random.next() < 0.5 ? ['MONTHLY'] : ['MONTHLY', 'ANNUALLY']).map((billingPeriod) => ({
    billingPeriod,
    ...pricePeriod(larder),
  }));
  const tiered = periods.some((each) => 'tiers' in each)
    ? { tiersMode: random.pick(['VOLUME', 'GRADUATED']) }
    : {};
  const flat = [{ billingPeriod: 'MONTHLY', price: usd(random.whole(1, 99)) }];
  return random.pick<Json>([
    { billingModel: 'FLAT_FEE', pricePeriods: flat },
    { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: periods, ...tiered },
    { billingModel: 'USAGE_BASED', featureId: 'calls', pricePeriods: periods, ...tiered },
    { billingModel: 'CREDIT_BASED', topUpCustomCurrencyId: id('custom-currencies'), pricePeriods: flat },
  ]);
}

const several = <T>({ random }: Larder, most: number, make: () => T): T[] =>
  Array.from({ length: random.whole(1, most) }, make);

const charges = (larder: Larder): Json => ({
  pricingType: 'PAID',
  pricingModels: several(larder, 3, () => pricingModel(larder)),
  ...(larder.random.next() < 0.3 && { minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: usd(5) }] }),
});

const subscription = (larder: Larder): Json => {
  const { random, id, fresh } = larder;
  const paid: Json = {
    ...{ planId: 'team', billingPeriod: random.pick(['MONTHLY', 'ANNUALLY']) },
    charges: [{ type: 'FEATURE', id: 'seats', quantity: random.whole(1, 9) }],
    paymentCollectionMethod: random.pick(['INVOICE', 'NONE', 'CHARGE']),
  };
  const plan = random.pick<Json>([
    paid,
    paid,
    { planId: 'basic' },
    { planId: 'site', resourceId: id('resources') },
    { planId: id('plans') },
  ]);
  return {
    ...{ id: fresh('sub'), customerId: id('customers'), ...plan },
    ...(random.next() < 0.15 && { addons: [{ id: 'extra', quantity: 1 }] }),
    ...(random.next() < 0.15 && { appliedCoupon: { couponId: id('coupons') } }),
    ...(random.next() < 0.1 && { budget: { hasSoftLimit: true, limit: 100 } }),
    ...(random.next() < 0.1 && { startDate: larder.inDays(random.whole(-20, 40)) }),
    ...(random.next() < 0.1 && { scheduleStrategy: random.pick(['END_OF_BILLING_PERIOD', 'IMMEDIATE']) }),
    ...(random.next() < 0.1 && { priceOverrides: [{ featureId: 'seats', amount: 3, currency: 'usd' }] }),
  };
};

const lineItem = ({ random, fresh }: Larder): Json => ({
  ...{ name: fresh('line'), externalId: fresh('line') },
  billingCycleUnit: random.pick(['one_time', 'monthly', 'quarterly', 'yearly']),
  rows: [{ quantity: random.whole(1, 5), price: random.whole(1, 90) }],
  ...(random.next() < 0.3 && { discount: 10, tax: 20 }),
  ...(random.next() < 0.2 && { paymentTime: 'IN_ARREARS' }),
});

const usage = ({ random, id, fresh }: Larder): Json => ({
  ...{
    customerId: id('customers'),
    featureId: random.pick(['calls', 'fed', id('features')]),
    value: random.whole(0, 9),
  },
  ...(random.next() < 0.3 && { idempotencyKey: fresh('key') }),
  ...(random.next() < 0.2 && { enforceLimit: true }),
  ...(random.next() < 0.2 && {
    dimensions: { region: 'eu', model: 'a', agent: id('entities'), team: id('entities') },
  }),
  ...(random.next() < 0.1 && { updateBehavior: 'SET' }),
});

const event = ({ random, id, fresh }: Larder): Json => ({
  ...{ customerId: id('customers'), eventName: 'call', idempotencyKey: fresh('event') },
  dimensions: { tokens: random.whole(0, 90), region: 'eu', agent: id('entities') },
});

const wallet = ({ id }: Larder): Json => ({
  customerId: id('customers'),
  currencyId: id('custom-currencies'),
});

const consumption = (larder: Larder): Json => ({
  ...wallet(larder),
  ...{ amount: larder.random.whole(1, 9), idempotencyKey: larder.fresh('use') },
});

const packageDraft = ({ random, fresh }: Larder): Json => ({
  ...{ id: fresh('pack'), displayName: fresh('Pack'), productId: random.pick(['main', 'sites', 'other']) },
  pricingType: random.pick(['FREE', 'PAID', 'CUSTOM']),
});

const entitlements = (larder: Larder): Json => ({ entitlements: several(larder, 3, () => feature(larder)) });

const assignment = ({ random, id }: Larder): Json => ({
  entityId: id('entities'),
  ...random.pick<Json>([
    { featureId: 'calls' },
    { featureId: 'fed' },
    { currencyId: id('custom-currencies') },
  ]),
  ...{ usageLimit: random.pick([null, 0, 5, 500]), cadence: random.pick(['P1D', 'P1M', 'PT1H']) },
  ...(random.next() < 0.4 && { parentId: random.pick([null, id('entities')]) }),
  ...(random.next() < 0.2 && { scopeEntityIds: [id('entities')] }),
});

const catalogDocument = ({ fresh }: Larder): Json => ({
  formatVersion: 1,
  features: [{ id: fresh('code'), displayName: fresh('As code'), featureType: 'BOOLEAN' }],
  products: [{ id: fresh('code'), displayName: fresh('As code') }],
});

const thing = ({ fresh }: Larder, prefix: string, more: Json): Json => ({
  id: fresh(prefix),
  displayName: fresh(prefix),
  ...more,
});

/** Bodies that the service takes where the things that they name are there: a schema alone does not lead that deep. */
export const recipes: Record<string, (larder: Larder) => Json> = {
  createFeature: (it) =>
    thing(
      it,
      'feature',
      it.random.pick<Json>([
        { featureType: 'BOOLEAN' },
        { featureType: 'NUMBER' },
        { featureType: 'NUMBER', meterType: 'INCREMENTAL' },
        { featureType: 'NUMBER', meterType: 'FLUCTUATING' },
        {
          ...{ featureType: 'NUMBER', meterType: 'INCREMENTAL' },
          meter: { aggregation: { function: 'SUM', field: 'tokens' }, filters: [] },
        },
        { featureType: 'ENUM', enumConfiguration: [{ value: 'a', displayName: 'A' }] },
      ]),
    ),
  createFeatureGroup: (it) => thing(it, 'group', { featureIds: [it.id('features')] }),
  createPackageGroup: (it) => thing(it, 'pair', { addonIds: ['extra'] }),
  createProduct: (it) => thing(it, 'product', { multipleSubscriptions: it.random.next() < 0.5 }),
  duplicateProduct: (it) => ({ targetId: it.fresh('copy') }),
  createAutoCancellationRule: (it) => ({ targetProductId: it.random.pick(['sites', it.id('products')]) }),
  updateProduct: (it) => ({ description: it.fresh('text') }),
  createCustomCurrency: (it) => thing(it, 'money', {}),
  createPlan: packageDraft,
  createAddon: packageDraft,
  updatePlan: (it) => (it.random.next() < 0.6 ? { charges: charges(it) } : { displayName: it.fresh('Plan') }),
  updateAddon: (it) =>
    it.random.next() < 0.6 ? { charges: charges(it) } : { displayName: it.fresh('Addon') },
  createPlanEntitlements: entitlements,
  createAddonEntitlements: entitlements,
  updatePlanEntitlement: (it) => ({ type: 'FEATURE', order: it.random.whole(0, 9), ...reset(it.random) }),
  updateAddonEntitlement: () => ({ type: 'FEATURE', hiddenFromWidgets: ['PAYWALL'] }),
  setPlanFeatureGroup: () => ({}),
  setAddonFeatureGroup: () => ({}),
  setPlanPackageGroup: () => ({ minItems: 0 }),
  publishPlan: ({ random }) => ({ migrationType: random.pick(['NEW_CUSTOMERS', 'ALL_CUSTOMERS']) }),
  publishAddon: () => ({ migrationType: 'NEW_CUSTOMERS' }),
  createCoupon: (it) => ({
    ...{ id: it.fresh('coupon'), name: it.fresh('Coupon') },
    ...it.random.pick<Json>([{ percentOff: 10 }, { amountsOff: [usd(5)] }]),
    ...(it.random.next() < 0.3 && { durationInMonths: 3 }),
  }),
  createPromotionCode: (it) => ({ id: it.fresh('CODE'), couponId: it.id('coupons') }),
  validatePromotionCode: (it) => ({ customerId: it.id('customers') }),
  createCustomer: (it) => ({
    id: it.fresh('customer'),
    email: `${it.fresh('mail')}@buyers.example`,
    name: it.fresh('Name'),
  }),
  updateCustomer: (it) => ({ name: it.fresh('Name'), metadata: { [it.fresh('key')]: 'v' } }),
  importCustomers: (it) => ({
    customers: several(it, 3, () => ({ id: it.fresh('imported'), name: 'Imported', email: null })),
  }),
  linkCustomerIntegration: (it) => ({
    id: it.random.pick(['crm', 'pay']),
    vendorIdentifier: 'HUBSPOT',
    syncedEntityId: it.fresh('synced'),
  }),
  updateCustomerIntegration: (it) => ({ syncedEntityId: it.fresh('synced') }),
  attachCustomerPaymentMethod: () => ({
    integrationId: 'pay',
    vendorIdentifier: 'STRIPE',
    paymentMethodId: 'pm_sandbox_pays',
  }),
  grantPromotionalEntitlements: (it) => ({
    promotionalEntitlements: [
      it.random.pick<Json>([
        { featureId: 'sso', period: '1 month' },
        {
          featureId: 'calls',
          period: 'lifetime',
          usageLimit: 50,
          resetPeriod: 'MONTH',
          monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' },
        },
        { featureId: 'seats', period: 'custom', customEndDate: it.inDays(9), usageLimit: 3 },
      ]),
    ],
  }),
  createSubscription: subscription,
  previewSubscription: (it) => {
    const { id: _, budget: __, ...body } = subscription(it);
    return body;
  },
  updateSubscription: (it) =>
    it.random.pick<Json>([
      { charges: [{ type: 'FEATURE', id: 'seats', quantity: it.random.whole(1, 20) }] },
      { budget: { hasSoftLimit: false, limit: it.random.whole(1, 900) } },
      { addons: [{ id: 'extra', quantity: 1 }] },
      { minimumSpend: usd(it.random.whole(1, 50)) },
      { metadata: { a: 'b' } },
      { billingPeriod: 'ANNUALLY', scheduleStrategy: 'END_OF_BILLING_PERIOD' },
      { priceOverrides: [{ featureId: 'seats', amount: 4, currency: 'usd' }] },
    ]),
  cancelSubscription: (it) =>
    it.random.pick<Json>([
      {},
      { cancellationTime: 'IMMEDIATE' },
      { cancellationTime: 'SPECIFIC_DATE', endDate: it.inDays(20) },
    ]),
  delegateSubscription: (it) => ({ targetCustomerId: it.id('customers') }),
  migrateSubscription: (it) =>
    it.random.pick<Json>([{}, { subscriptionMigrationTime: 'END_OF_BILLING_PERIOD' }]),
  transferSubscription: (it) => ({ destinationResourceId: it.fresh('resource') }),
  chargeSubscriptionUsage: () => ({}),
  importSubscriptions: (it) => ({
    subscriptions: several(it, 3, () => ({
      id: it.fresh('moved'),
      customerId: it.id('customers'),
      planId: 'basic',
    })),
  }),
  reportUsage: (it) => ({ usages: several(it, 4, () => usage(it)) }),
  reportUsageV2: (it) => ({ usages: several(it, 4, () => usage(it)) }),
  estimateUsage: (it) => ({ customerId: it.id('customers'), featureId: 'calls', value: 5 }),
  ingestEvents: (it) => ({ events: several(it, 4, () => event(it)) }),
  estimateEvent: (it) => ({ customerId: it.id('customers'), eventName: 'call', dimensions: { tokens: 4 } }),
  createCreditGrant: (it) => ({
    ...wallet(it),
    ...{ displayName: it.fresh('Grant'), amount: it.random.whole(1, 900) },
    ...it.random.pick<Json>([
      { grantType: 'PROMOTIONAL' },
      { grantType: 'PAID', cost: usd(5), paymentCollectionMethod: 'NONE' },
    ]),
    ...(it.random.next() < 0.4 && { expireAt: it.inDays(it.random.whole(1, 60)) }),
  }),
  updateCreditGrant: (it) => ({ comment: it.fresh('comment') }),
  consumeCredits: (it) => ({ ...consumption(it), ...(it.random.next() < 0.4 && { enforceLimit: true }) }),
  consumeCreditsAsync: (it) => ({ consumptions: several(it, 4, () => consumption(it)) }),
  updateCreditAutoRecharge: (it) => ({
    ...wallet(it),
    isEnabled: true,
    targetBalance: 50,
    thresholdValue: 5,
    paymentCollectionMethod: 'NONE',
  }),
  createLegalEntity: (it) => ({ id: it.fresh('entity'), name: it.fresh('Entity') }),
  createPaymentAccount: (it) => ({ id: it.fresh('bank'), name: it.fresh('Bank') }),
  createContract: (it) => ({
    contractId: it.fresh('deal'),
    customerId: it.id('customers'),
    name: it.fresh('Deal'),
  }),
  addContractLineItems: (it) => ({
    ...{ currency: 'usd', lineItems: several(it, 3, () => lineItem(it)) },
    ...{ activationStartDate: it.inDays(-30), activationEndDate: it.inDays(700) },
  }),
  updateContractLineItem: (it) => ({ rows: [{ quantity: it.random.whole(1, 9), price: 10 }] }),
  amendContractBilling: (it) => ({ addLineItems: [lineItem(it)] }),
  updateContractBillingSettings: () => ({ legalEntityId: 'inc', paymentAccountId: 'inc-bank' }),
  updateContractBillingTerms: (it) => ({ netTerms: it.random.whole(0, 60) }),
  attachContractSubscriptions: (it) => ({ subscriptionIds: [it.id('subscriptions')] }),
  createInvoiceCreditNote: () => ({}),
  updateEnvironmentSettings: (it) => ({ endsSoonDays: it.random.whole(1, 20) }),
  createIntegration: (it) => ({
    id: it.fresh('own'),
    vendorIdentifier: it.random.pick(['HUBSPOT', 'ZUORA', 'AUTH0']),
  }),
  createWebhook: (it) => ({
    name: it.fresh('hook'),
    endpoint: 'https://127.0.0.1:4443/',
    eventTypes: ['coupon.*'],
  }),
  replayWebhook: (it) => ({ from: it.inDays(-1) }),
  createApiKey: (it) => ({ displayName: it.fresh('key'), scopes: ['plans:read'] }),
  rotateApiKey: () => ({ graceHours: 1 }),
  applyCatalog: (it) => JSON.parse(it.id('catalogs').replace('nobody', '{}')) as Json,
  planCatalog: (it) => ({ document: catalogDocument(it) }),
  planPublication: (it) => ({ kind: 'PLAN', id: it.id('plans') }),
  createEnvironment: (it) => ({ name: it.fresh('place'), type: 'SANDBOX' }),
  inviteMember: (it) => ({ email: `${it.fresh('mail')}@members.example`, role: 'MEMBER', environments: [] }),
  acceptInvitation: (it) => ({ token: it.id('invitations') }),
  upsertEntityTypes: (it) => ({
    types: [thing(it, 'kind', { attributionKeys: [it.random.pick(['team', 'agent', it.fresh('key')])] })],
  }),
  upsertEntities: (it) => ({
    entities: several(it, 3, () => ({
      ...{ id: it.random.pick([it.fresh('entity'), it.id('entities')]), entityTypeId: it.id('entity-types') },
      ...(it.random.next() < 0.3 && { displayName: it.fresh('Entity'), metadata: { a: 'b' } }),
    })),
  }),
  upsertAssignments: (it) => ({ assignments: several(it, 3, () => assignment(it)) }),
  archiveEntities: (it) => ({ ids: [it.id('entities')] }),
  unarchiveEntities: (it) => ({ ids: [it.id('entities')] }),
  createDataExportDestination: (it) => ({
    destinationId: it.fresh('warehouse'),
    destinationType: it.random.pick(['FILE', 'POSTGRES']),
    ...(it.random.next() < 0.5 && { enabledModels: ['customers', 'plans'] }),
  }),
  updateDataExportDestination: () => ({ enabledModels: ['customers'], integrationId: 'warehouse' }),
  startDataExportSync: (it) => it.random.pick<Json>([{}, { destinationId: it.id('destinations') }]),
  createDataExportToken: () => ({ applicationOrigin: 'https://pages.example' }),
  setEnvironmentClock: (it) => ({ now: it.inDays(it.random.whole(0, 2)) }),
};
