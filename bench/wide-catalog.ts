/** How much a catalog holds. */
export interface CatalogSize {
  features: number;
  plans: number;
  entitlementsPerPlan: number;
}

const kinds = [
  { featureType: 'BOOLEAN' },
  { featureType: 'NUMBER' },
  { featureType: 'NUMBER', meterType: 'INCREMENTAL' },
  { featureType: 'NUMBER', meterType: 'FLUCTUATING' },
] as const;

const number = (n: number): string => String(n).padStart(5, '0');

interface Entitlement {
  type: string;
  id: string;
  usageLimit?: number;
  resetPeriod?: string;
}

interface WidePlan extends Record<string, unknown> {
  id: string;
  entitlements: Entitlement[];
}

interface WideCatalog extends Record<string, unknown> {
  plans: WidePlan[];
}

/** What a plan says of the feature of this number. */
function entitlement(n: number, limit: number): Entitlement {
  const head = { type: 'FEATURE', id: `feature-${number(n)}` };
  const kind = kinds[n % kinds.length];
  if (kind?.featureType !== 'NUMBER') return head;
  const isCounted = 'meterType' in kind && kind.meterType === 'INCREMENTAL';
  return { ...head, usageLimit: limit, ...(isCounted && { resetPeriod: 'MONTH' }) };
}

/** A document of that size: one product, whose plans entitle to features spread over all there are. */
export function wideCatalog({ features, plans, entitlementsPerPlan }: CatalogSize, limit = 100): WideCatalog {
  const step = Math.max(1, Math.floor(features / entitlementsPerPlan));
  return {
    formatVersion: 1,
    products: [{ id: 'wide', displayName: 'Wide' }],
    features: Array.from({ length: features }, (_, n) => ({
      id: `feature-${number(n)}`,
      displayName: `Feature ${n}`,
      description: 'One of many',
      ...kinds[n % kinds.length],
    })),
    plans: Array.from({ length: plans }, (_, p) => ({
      id: `plan-${number(p)}`,
      displayName: `Plan ${p}`,
      productId: 'wide',
      pricingType: 'FREE',
      entitlements: Array.from({ length: entitlementsPerPlan }, (_each, e) =>
        entitlement((p + e * step) % features, limit + p),
      ),
    })),
  };
}
