import catalogFile from './catalog.json';
import customersFile from './customers.json';

type Body = Record<string, unknown> & { id: string };

interface PackageBody extends Body {
  entitlements: Body[];
  parentPlanId?: string;
  compatibleAddonIds?: string[];
}

/** What is sold, as catalog.json says it. */
export interface Catalog {
  product: Body;
  currency: Body;
  features: Body[];
  addons: PackageBody[];
  plans: PackageBody[];
}

/** Who buys it and what they use, as customers.json says it. */
export interface Buyer {
  id: string;
  name: string;
  plan: string;
  addons: { id: string; quantity: number }[];
  callsPerDay: number;
  seats: number;
}

const renamed = (body: PackageBody, called: (id: string) => string): PackageBody => ({
  ...body,
  id: called(body.id),
  ...(body.parentPlanId && { parentPlanId: called(body.parentPlanId) }),
  ...(body.compatibleAddonIds && { compatibleAddonIds: body.compatibleAddonIds.map(called) }),
  entitlements: body.entitlements.map((each) => ({ ...each, id: called(each.id) })),
});

/** The catalog under ids of its own, so that the story can be told again on the same server. */
export function catalogOf(called: (id: string) => string): Catalog {
  const { product, currency, features, addons, plans } = catalogFile;
  return {
    product: { ...product, id: called(product.id) },
    currency: { ...currency, id: called(currency.id) },
    features: features.map((feature) => ({ ...feature, id: called(feature.id) })),
    addons: addons.map((addon) => renamed(addon, called)),
    plans: plans.map((plan) => renamed(plan, called)),
  };
}

export const buyersOf = (called: (id: string) => string): Buyer[] =>
  customersFile.map(({ addons = [], ...buyer }) => ({
    ...buyer,
    id: called(buyer.id),
    plan: called(buyer.plan),
    addons: addons.map(({ id, quantity }) => ({ id: called(id), quantity })),
  }));
