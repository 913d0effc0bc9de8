import type { Costs } from '#libs/graphql/cost';

/**
 * What GraphQL's answers cost, measured by test/e2e/graphql-cost.e2e-spec.ts: the dearest document that is answered takes less
 * than 50 ms of CPU. ADR-0038
 */
export const graphqlCosts: Costs = {
  most: 12_000,
  read: 250,
  write: 600,
  row: 8,
  nested: 25,
  listed: 2,
  listedAtRoot: 25,
  dear: {
    // A plan is told with all that it inherits, however little of it is asked for.
    plans: 650,
    // What time has brought about is carried out, and prices and invoices are told with each.
    subscriptions: 900,
    // A whole catalog, or the whole life of a contract, is computed for one value of the answer.
    catalogExport: 9_000,
    contractBillingReadiness: 800,
    contractInvoiceSchedule: 1_500,
    invoicePdf: 1_000,
    planCatalog: 9_000,
    applyCatalog: 9_000,
    // A publication is tried out, and up to three hundred customers are looked at.
    planPublication: 3_000,
    // The whole log of the environment is recomputed.
    proveActivity: 9_000,
  },
  lengths: {
    'Plan.entitlements': 36,
    'Addon.entitlements': 10,
    'CustomerEntitlements.entitlements': 20,
    'EntitlementsUpdated.entitlements': 20,
    // Of nearly all none wait, and few hold a coupon.
    'Subscription.futureUpdates': 0,
    'Subscription.coupons': 0,
    'Subscription.prices': 1,
    // Values of its own has hardly one.
    'Subscription.subscriptionEntitlements': 1,
    'SubscriptionPrice.tiers': 1,
    'Customer.subscriptions': 1,
    'Customer.contracts': 1,
    // A year of days.
    'Figures.subscriptions': 366,
    'RevenueFigures.days': 100,
    // As many as are told.
    'FailingPayments.items': 50,
    'WalletsInOverdraft.items': 50,
    'UsageFigures.days': 366,
  },
  ownUseCases: new Set(['Customer.subscriptions', 'Customer.contracts']),
};
