import { get, post, type LoadRequest } from './cases/requests';
import { wideCatalog, type CatalogSize } from './wide-catalog';

/** What is asked of an environment that sells a catalog, one request after the other. */
export interface CatalogCase {
  title: string;
  /** Asked before each request, and not measured. */
  before?: LoadRequest;
  request: LoadRequest;
}

export const catalogSizes = {
  small: { features: 20, plans: 4, entitlementsPerPlan: 10 },
  large: { features: 2000, plans: 200, entitlementsPerPlan: 50 },
} as const satisfies Record<string, CatalogSize>;

/** Begins the title of every case. */
const head = 'catalog, ';

/** In an empty environment. */
export const planOfEverything = (size: CatalogSize): CatalogCase => ({
  title: `${head}plan everything`,
  request: post('/catalog/plan', { document: wideCatalog(size) }),
});

/** Makes the environment sell the catalog. @param hash of that plan */
export const applyEverything = (size: CatalogSize, hash: string): CatalogCase => ({
  title: `${head}apply everything`,
  request: post('/catalog/apply', { document: wideCatalog(size), hash }),
});

/** On a catalog that is in force, again and again. */
export const repeatedCases = (size: CatalogSize): CatalogCase[] => [
  { title: `${head}list 100 plans`, request: get('/plans?limit=100') },
  { title: `${head}list 100 features`, request: get('/features?limit=100') },
  { title: `${head}export`, request: get('/catalog/export') },
  {
    title: `${head}plan one change`,
    request: post('/catalog/plan', { document: withOneChange(wideCatalog(size)) }),
  },
  {
    title: `${head}publish a plan`,
    before: post('/plans/plan-00001/draft', {}),
    request: post('/plans/plan-00001/publish', { migrationType: 'NEW_CUSTOMERS' }),
  },
];

/** Of all cases. */
export const catalogTitles = [
  planOfEverything(catalogSizes.small),
  applyEverything(catalogSizes.small, ''),
  ...repeatedCases(catalogSizes.small),
].map(({ title }) => title);

/** Another limit on the first plan that has one. */
function withOneChange(document: ReturnType<typeof wideCatalog>): object {
  const limited = document.plans
    .flatMap(({ entitlements }) => entitlements)
    .find(({ usageLimit }) => usageLimit);
  if (!limited) throw new Error('The catalog has no limit to change');
  const plans = document.plans.map((plan) => ({
    ...plan,
    entitlements: plan.entitlements.map((each) => (each === limited ? { ...each, usageLimit: 1 } : each)),
  }));
  return { ...document, plans };
}
