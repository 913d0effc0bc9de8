import { createCustomer, subscribe, type Json } from './catalog';
import type { CatalogText } from './catalog-document';
import { bringIntoForce, planned } from './catalog-door';
import type { ApiClient } from './client';
import { endOf } from './publishing';

export interface Entitled {
  usageLimit: number | null;
  hasUnlimitedUsage: boolean;
  hasSoftLimit: boolean;
  enumValues: string[] | null;
  resetPeriod: string | null;
}

export interface RadiusChange {
  customerId: string;
  resourceId: string | null;
  featureId: string;
  before: Entitled | null;
  after: Entitled | null;
  usage: number | null;
  fallsBelowUsage: boolean;
}

export interface Radius {
  state: string;
  taskId: string | null;
  emptyBecause: string | null;
  customers: number;
  customersChanged: number | null;
  customersBelowUsage: number | null;
  changes: RadiusChange[];
  leftOut: number;
}

export const forAll = { migrationType: 'ALL_CUSTOMERS' };

/** The catalog with two who hold its plans: ann `base`, and ben `pro`, which inherits from it. */
export async function sellRadiusCatalog(api: ApiClient): Promise<void> {
  await bringIntoForce(api, radiusCatalog());
  for (const [customerId, planId] of [
    ['ann', 'base'],
    ['ben', 'pro'],
  ] as const) {
    await createCustomer(api, customerId);
    await subscribe(api, customerId, planId);
  }
}

/** What a plan for all customers tells at once. */
export async function radiusOf(api: ApiClient, document: unknown, options: Json = forAll): Promise<Radius> {
  return (await planned(api, document, options)).blastRadius as unknown as Radius;
}

export type RangeFindings = Omit<Radius, 'state' | 'taskId' | 'emptyBecause'>;

/** What the task of a large radius has found, range by range. */
export async function foundBy(api: ApiClient, taskId: string): Promise<RangeFindings[]> {
  expect((await endOf(api, taskId)).state).toBe('COMPLETED');
  const ranges: RangeFindings[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const answer = await api.rest('GET', `/tasks/${taskId}/results?limit=100${query}`);
    const { data, pagination } = answer.body as {
      data: { result: RangeFindings }[];
      pagination: { next: string | null };
    };
    ranges.push(...data.map(({ result }) => result));
    after = pagination.next;
  }
  return ranges.reverse();
}

const limitOf = (each: Entitled | null): unknown =>
  each && (each.hasUnlimitedUsage ? 'unlimited' : (each.usageLimit ?? each.enumValues?.toSorted() ?? true));

/** `acme/eu calls: 100 → 50, uses 70, below`, in the order of the alphabet. */
export const inWords = (changes: readonly RadiusChange[]): string[] =>
  changes
    .map(({ customerId, resourceId, featureId, before, after, usage, fallsBelowUsage }) => {
      const who = [customerId, resourceId].filter(Boolean).join('/');
      const used = usage === null ? '' : `, uses ${usage}`;
      const limits = `${String(limitOf(before))} → ${String(limitOf(after))}`;
      return `${who} ${featureId}: ${limits}${used}${fallsBelowUsage ? ', below' : ''}`;
    })
    .sort();

const monthly = (id: string, usageLimit: number, more: Json = {}): Json => ({
  type: 'FEATURE',
  id,
  usageLimit,
  resetPeriod: 'MONTH',
  ...more,
});
const free = { productId: 'main', pricingType: 'FREE' };

/** Plans that inherit, an addon, one with values of its own, one per resource. */
export const radiusCatalog = (): CatalogText => ({
  formatVersion: 1,
  products: [
    { id: 'main', displayName: 'Main' },
    { id: 'rooms', displayName: 'Rooms', multipleSubscriptions: true },
  ],
  features: [
    { id: 'calls', displayName: 'Calls', featureType: 'NUMBER', meterType: 'INCREMENTAL' },
    { id: 'seats', displayName: 'Seats', featureType: 'NUMBER', meterType: 'FLUCTUATING' },
    { id: 'sso', displayName: 'Single sign-on', featureType: 'BOOLEAN' },
    {
      id: 'sizes',
      displayName: 'Sizes',
      featureType: 'ENUM',
      enumConfiguration: ['s', 'm', 'l'].map((value) => ({ value, displayName: value })),
    },
  ],
  featureGroups: [],
  customCurrencies: [],
  coupons: [],
  promotionCodes: [],
  addons: [{ id: 'boost', displayName: 'Boost', ...free, entitlements: [monthly('calls', 10)] }],
  packageGroups: [],
  plans: [
    {
      ...{ id: 'base', displayName: 'Base', ...free, compatibleAddonIds: ['boost'] },
      entitlements: [monthly('calls', 100), { type: 'FEATURE', id: 'seats', usageLimit: 5 }],
    },
    {
      ...{ id: 'pro', displayName: 'Pro', productId: 'main', pricingType: 'CUSTOM', parentPlanId: 'base' },
      entitlements: [
        { type: 'FEATURE', id: 'sso' },
        { type: 'FEATURE', id: 'sizes', enumValues: ['s', 'm'] },
      ],
    },
    {
      ...{ id: 'room', displayName: 'Room', productId: 'rooms', pricingType: 'FREE' },
      entitlements: [monthly('calls', 40)],
    },
  ],
});
