import { useCaseOf, type UseCaseFacts } from '#libs/use-cases/use-case';
import { modules } from '../../src/areas';

// Domain: access-and-events

const services = modules
  .flatMap((each) => (Reflect.getMetadata('providers', each) as unknown[] | undefined) ?? [])
  .filter((each): each is new () => object => typeof each === 'function');

function factsOf(service: new () => object): UseCaseFacts[] {
  const found: UseCaseFacts[] = [];
  for (
    let at = service.prototype as object;
    at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object
  )
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(at))) {
      const facts = typeof value === 'function' ? useCaseOf(value as object) : undefined;
      if (facts) found.push(facts);
    }
  return found;
}

const all = services.flatMap(factsOf);
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
