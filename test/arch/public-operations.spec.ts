import { everyUseCase as all } from '../support/use-case-facts';

// Domain: access-and-events

const open = (to: string): string[] =>
  all
    .filter(({ opens }) => opens === to)
    .map(({ operation }) => operation)
    .sort();

describe('what is open to publishable keys', () => {
  it('B3: to everybody who holds one: reads of the catalog and its prices', () => {
    expect(open('PUBLIC')).toEqual([
      ...['getAddon', 'getFeature', 'getFeatureGroup', 'getPackageGroup', 'getPlan', 'getProduct'],
      ...['listAddonCharges', 'listAddonEntitlements', 'listAddonFeatureGroups', 'listAddons'],
      ...['listCustomCurrencies', 'listFeatureGroups', 'listFeatures', 'listPackageGroups'],
      ...['listPlanCharges', 'listPlanEntitlements', 'listPlanFeatureGroups', 'listPlanOverageCharges'],
      ...['listPlanPackageGroups', 'listPlans', 'listProducts'],
    ]);
  });

  it('B3: to a customer: what it may do, and its own subscriptions', () => {
    expect(open('CUSTOMER')).toEqual([
      ...['checkCustomerEntitlement', 'getSubscription', 'listCustomerEntitlements', 'listSubscriptions'],
      'streamEntitlements',
    ]);
  });

  it('B4: each of these says about whom it asks, but for the one that looks itself', () => {
    const silent = all.filter(({ opens, asksAbout }) => opens === 'CUSTOMER' && !asksAbout);
    expect(silent.map(({ operation }) => operation)).toEqual(['getSubscription']);
  });

  it('B3, B4: no write is open', () => {
    expect(all.filter(({ opens, needs }) => opens && !needs.endsWith(':read'))).toEqual([]);
  });
});
