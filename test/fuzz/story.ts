import type { Larder } from './recipes';
import { recipes } from './recipes';

type Json = Record<string, unknown>;
type Step = [method: 'POST' | 'PATCH' | 'PUT', path: string, body: Json];

const free = { pricingType: 'FREE' };
const forNew = { migrationType: 'NEW_CUSTOMERS' };
const flatFee = {
  billingModel: 'FLAT_FEE',
  pricePeriods: [{ billingPeriod: 'MONTHLY', price: { amount: 49, currency: 'usd' } }],
};

const perSeat = {
  billingModel: 'PER_UNIT',
  featureId: 'seats',
  pricePeriods: ['MONTHLY', 'ANNUALLY'].map((billingPeriod) => ({
    billingPeriod,
    price: { amount: 10, currency: 'usd' },
  })),
};
const perYear = {
  ...flatFee,
  pricePeriods: ['MONTHLY', 'ANNUALLY'].map((billingPeriod) => ({
    billingPeriod,
    price: { amount: 49, currency: 'usd' },
  })),
};
const topUp = {
  billingModel: 'CREDIT_BASED',
  topUpCustomCurrencyId: 'tokens',
  pricePeriods: [{ billingPeriod: 'MONTHLY', price: { amount: 1, currency: 'usd' } }],
};

const features: Record<string, Json> = {
  sso: { featureType: 'BOOLEAN' },
  sms: { featureType: 'BOOLEAN' },
  seats: { featureType: 'NUMBER' },
  calls: { featureType: 'NUMBER', meterType: 'INCREMENTAL' },
  fed: {
    ...{ featureType: 'NUMBER', meterType: 'INCREMENTAL' },
    meter: {
      aggregation: { function: 'SUM', field: 'tokens' },
      filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'call' }] }],
    },
  },
  storage: { featureType: 'NUMBER', meterType: 'FLUCTUATING' },
};

const calls = { type: 'FEATURE', id: 'calls', usageLimit: 500, resetPeriod: 'MONTH', hasSoftLimit: true };
const allOf = [
  { type: 'FEATURE', id: 'sso' },
  { type: 'FEATURE', id: 'seats', usageLimit: 5 },
  calls,
  { ...calls, id: 'fed' },
  { type: 'CREDIT', id: 'tokens', amount: 100, cadence: 'MONTH' },
];

/** A vendor that has sold something of every kind, under ids that recipes.ts knows. @param text a mark that stands in every name */
export function storyOf(text: string, larder: Larder): Step[] {
  const step = (path: string, body: Json = {}): Step => ['POST', path, body];
  const beta = (path: string, body: Json): Step => ['PUT', `/api/v1-beta${path}`, body];
  const named = (id: string, more: Json = {}): Json => ({ id, displayName: `${id} ${text}`, ...more });
  const seats = { charges: [{ type: 'FEATURE', id: 'seats', quantity: 2 }], billingPeriod: 'MONTHLY' };
  const person = (id: string): Json => ({
    id,
    name: `${id} ${text}`,
    email: `${id}@${text}.example`,
    metadata: { [text]: text },
  });
  return [
    ...Object.entries(features).map(([id, more]) => step('/features', named(id, more))),
    step('/feature-groups', named('group', { featureIds: ['sso', 'sms'] })),
    ...['tokens', 'gems'].map((id) => step('/credits/custom-currencies', named(id))),
    ...['main', 'other'].map((id) => step('/products', named(id))),
    step('/products', named('sites', { multipleSubscriptions: true })),
    step('/addons', named('extra', { productId: 'main', ...free })),
    step('/addons/extra/entitlements', { entitlements: [{ type: 'FEATURE', id: 'sms' }] }),
    step('/addons/extra/publish', forNew),
    step('/package-groups', named('pair', { addonIds: ['extra'] })),
    ...(['basic', 'site', 'last'] as const).flatMap((id, at) => [
      step('/plans', named(id, { productId: ['main', 'sites', 'other'][at], ...free })),
      step(`/plans/${id}/entitlements`, { entitlements: [{ type: 'FEATURE', id: 'sso' }] }),
      step(`/plans/${id}/publish`, forNew),
    ]),
    step('/plans', named('team', { productId: 'main' })),
    [
      'PATCH',
      '/plans/team',
      {
        compatibleAddonIds: ['extra'],
        charges: { pricingType: 'PAID', pricingModels: [perYear, perSeat, topUp] },
      },
    ],
    step('/plans/team/entitlements', { entitlements: allOf }),
    step('/plans/team/publish', forNew),
    step('/plans', named('planned', { productId: 'main' })),
    step('/addons', named('further', { productId: 'main' })),
    step('/coupons', { id: 'tenth', name: `tenth ${text}`, percentOff: 10 }),
    step('/promotion-codes', { id: 'SPRING', couponId: 'tenth' }),
    step('/integrations', {
      id: 'pay',
      displayName: text,
      vendorIdentifier: 'STRIPE',
      credentials: { sandbox: true },
    }),
    step('/integrations', { id: 'crm', displayName: text, vendorIdentifier: 'HUBSPOT' }),
    step('/contracts/legal-entities', { isDefault: true, id: 'inc', name: `Inc ${text}` }),
    step('/contracts/legal-entities/inc/payment-accounts', { id: 'inc-bank', name: `Bank ${text}` }),
    ...['ada', 'bob', 'payer', 'eve'].map((id) => step('/customers', person(id))),
    step('/customers/ada/integrations', {
      id: 'crm',
      vendorIdentifier: 'HUBSPOT',
      syncedEntityId: `h1-${text}`,
    }),
    step('/customers/ada/payment-method', recipes['attachCustomerPaymentMethod']?.(larder)),
    step('/customers/eve/promotional-entitlements', {
      promotionalEntitlements: [{ featureId: 'sms', period: '1 month' }],
    }),
    beta('/entity-types', {
      types: ['team', 'agent'].map((id) => named(id, { attributionKeys: [id] })),
    }),
    beta('/customers/ada/entities', {
      entities: ['red', 'blue'].map((id) => named(id, { entityTypeId: id === 'red' ? 'team' : 'agent' })),
    }),
    beta('/customers/ada/assignments', {
      assignments: [
        { entityId: 'red', featureId: 'calls', usageLimit: 900, cadence: 'P1M' },
        { entityId: 'blue', featureId: 'calls', usageLimit: 90, cadence: 'P1D', parentId: 'red' },
        { entityId: 'red', currencyId: 'tokens', usageLimit: null, cadence: 'P1M' },
      ],
    }),
    step('/subscriptions', {
      id: 'team-1',
      customerId: 'ada',
      planId: 'team',
      ...seats,
      paymentCollectionMethod: 'INVOICE',
    }),
    step('/subscriptions', {
      id: 'team-2',
      customerId: 'bob',
      planId: 'team',
      ...seats,
      paymentCollectionMethod: 'NONE',
    }),
    step('/subscriptions', { id: 'basic-1', customerId: 'eve', planId: 'basic' }),
    step('/subscriptions', { id: 'site-1', customerId: 'bob', planId: 'site', resourceId: `one-${text}` }),
    step('/usage', {
      usages: [{ customerId: 'ada', featureId: 'calls', value: 9, dimensions: { secret: text } }],
    }),
    step('/events', {
      events: [
        {
          customerId: 'ada',
          eventName: 'call',
          idempotencyKey: `e1-${text}`,
          dimensions: { tokens: 3, secret: text },
        },
      ],
    }),
    step('/credits/grants', {
      customerId: 'ada',
      currencyId: 'tokens',
      displayName: `Given ${text}`,
      grantType: 'PROMOTIONAL',
      amount: 900,
    }),
    step('/credits/consumption', {
      customerId: 'ada',
      currencyId: 'tokens',
      amount: 1,
      idempotencyKey: `c1-${text}`,
    }),
    ...['deal', 'sold'].map((contractId) =>
      step('/contracts', { contractId, customerId: 'payer', name: `Deal ${text}` }),
    ),
    ...['deal', 'sold'].map((id) =>
      step(`/contracts/${id}/billing/items`, recipes['addContractLineItems']?.(larder)),
    ),
    ...['deal', 'sold'].map((id): Step => [
      'PATCH',
      `/contracts/${id}/billing/settings`,
      { legalEntityId: 'inc', paymentAccountId: 'inc-bank', note: text },
    ]),
    ...['deal', 'sold'].map((id): Step => ['PATCH', `/contracts/${id}/billing/terms`, { netTerms: 30 }]),
    step('/contracts/sold/billing/publish'),
    step('/webhooks', {
      name: `Hook ${text}`,
      endpoint: 'https://127.0.0.1:4443/',
      eventTypes: ['coupon.*'],
    }),
    step('/api-keys', { displayName: `Reads ${text}`, scopes: ['plans:read'] }),
    step('/customer-token-secrets'),
  ];
}
