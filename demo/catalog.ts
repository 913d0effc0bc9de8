import catalogFile from './catalog.json';
import customersFile from './customers.json';

/** Every kind of object that the document lists by ids. */
type Objects = Record<'products' | 'features' | 'customCurrencies' | 'addons' | 'plans', { id: string }[]>;

/** What is sold, as catalog.json says it: a document of the catalog, such as `npm run catalog -- export` writes. */
export type Catalog = Objects & { formatVersion: number };

/** Who buys it and what they use, as customers.json says it. */
export interface Buyer {
  id: string;
  name: string;
  plan: string;
  addons: { id: string; quantity: number }[];
  callsPerDay: number;
  seats: number;
}

const references = new Set(['id', 'productId', 'parentPlanId', 'compatibleAddonIds', 'featureId']);

function renamed(value: unknown, called: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, called));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      references.has(key) ? renamedIds(held, called) : renamed(held, called),
    ]),
  );
}

const renamedIds = (ids: unknown, called: (id: string) => string): unknown =>
  Array.isArray(ids) ? ids.map((id) => called(String(id))) : called(String(ids));

/** The catalog under ids of its own, so that the story can be told again on the same server. */
export const catalogOf = (called: (id: string) => string): Catalog => renamed(catalogFile, called) as Catalog;

export const buyersOf = (called: (id: string) => string): Buyer[] =>
  customersFile.map(({ addons = [], ...buyer }) => ({
    ...buyer,
    id: called(buyer.id),
    plan: called(buyer.plan),
    addons: addons.map(({ id, quantity }) => ({ id: called(id), quantity })),
  }));
