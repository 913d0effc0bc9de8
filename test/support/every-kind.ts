import { wideCatalog } from '../../bench/wide-catalog';
import type { TestApp } from './app';
import { createCustomer, type Json } from './catalog';
import { expectOk, type ApiClient } from './client';
import { billingOf, createRemitToAccount, exampleLines } from './contract-billing';
import { sellToMany } from './many-subscriptions';

const many = (count: number, make: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => make(index));

const named = (prefix: string) => (index: number) => ({
  id: `${prefix}-${index}`,
  displayName: 'One of many',
});

const tenYears = {
  activationStartDate: '2026-06-01T00:00:00.000Z',
  activationEndDate: '2036-05-31T00:00:00.000Z',
};

/** Pages full of what a vendor sells and of who buys it, in the first environment. */
export async function fillEveryKind(app: TestApp): Promise<void> {
  const { api, environmentId } = app.a;
  await sellToMany(api, app.databaseUrl, 100, environmentId);
  const wide = wideCatalog({ features: 100, plans: 100, entitlementsPerPlan: 20 });
  const document = {
    ...wide,
    products: [...(wide['products'] as Json[]), ...many(19, named('product'))],
    coupons: many(20, (index) => ({ id: `coupon-${index}`, name: 'One of many', percentOff: 10 })),
    addons: many(20, (index) => ({
      ...named('addon')(index),
      productId: 'wide',
      pricingType: 'FREE',
      entitlements: [{ type: 'FEATURE', id: 'feature-00000' }],
    })),
  };
  const plan = api.rest('POST', '/catalog/plan', { document });
  const { hash } = await expectOk<{ hash: string }>(plan);
  await expectOk(api.rest('POST', '/catalog/apply', { document, hash }));
  for (let index = 1; index <= 5; index++) {
    const contract = { customerId: `customer-${index}`, contractId: `contract-${index}` };
    await expectOk(api.rest('POST', '/contracts', contract));
  }
  await createRemitToAccount(api, 'payee');
  await createCustomer(api, 'buyer', { billingCurrency: 'usd' });
  // As many as one request takes.
  const promotionalEntitlements = many(100, (index) => ({
    featureId: `feature-${String(index).padStart(5, '0')}`,
    period: '1 year',
    // The first of four is a switch (bench/wide-catalog.ts).
    ...(index % 4 > 0 && { usageLimit: 5 }),
  }));
  await expectOk(api.rest('POST', '/customers/buyer/promotional-entitlements', { promotionalEntitlements }));
  const contract = { customerId: 'buyer', contractId: 'long', ...tenYears };
  await expectOk(api.rest('POST', '/contracts', contract));
  await expectOk(billingOf(api, 'long').add(exampleLines));
  await governBuyer(api);
}

/** A hundred types, entities and budgets. */
async function governBuyer(api: ApiClient): Promise<void> {
  const types = many(100, (index) => ({ ...named('type')(index), attributionKeys: ['key', 'other'] }));
  await expectOk(api.beta('PUT', '/entity-types', { types }));
  const entities = many(100, (index) => ({ id: `entity-${index}`, entityTypeId: `type-${index}` }));
  await expectOk(api.beta('PUT', '/customers/buyer/entities', { entities }));
  const metered = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
  await expectOk(api.rest('POST', '/features', { id: 'governed', displayName: 'G', ...metered }));
  const assignments = entities.map(({ id }, index) => ({
    ...{ entityId: id, featureId: 'governed', usageLimit: index, cadence: 'P1M' },
  }));
  await expectOk(api.beta('PUT', '/customers/buyer/assignments', { assignments }));
}

/** What each root field asks for, where it needs to be told: objects of `fillEveryKind`. */
export const filledArguments: Record<string, string> = {
  plan: 'id: "plan-00000"',
  planEntitlements: 'planId: "plan-00000"',
  addon: 'id: "addon-0"',
  addonEntitlements: 'addonId: "addon-0"',
  assignments: 'customerId: "buyer"',
  checkCustomerEntitlement: 'customerId: "customer-1", featureId: "calls"',
  checkCustomerEntitlementBeta:
    'customerId: "buyer", featureId: "governed", dimensions: {key: "entity-1", other: "entity-2"}',
  coupon: 'id: "coupon-0"',
  customer: 'id: "customer-1"',
  customerContracts: 'id: "customer-1"',
  customerGovernance: 'customerId: "buyer"',
  customerEntitlements: 'customerId: "customer-1"',
  entities: 'customerId: "buyer"',
  entity: 'customerId: "buyer", id: "entity-1"',
  feature: 'id: "feature-00000"',
  contract: 'id: "long"',
  contractBillingReadiness: 'id: "long"',
  contractBillingSummary: 'id: "long"',
  contractInvoiceSchedule: 'id: "long"',
  legalEntity: 'id: "payee"',
  product: 'id: "product-0"',
  promotionalEntitlements: 'customerId: "buyer"',
  subscription: 'id: "subscription-2"',
};
