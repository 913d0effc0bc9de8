import { newUid } from '#libs/kernel/ids';
import { expectOk, type ApiClient } from './client';

export type Json = Record<string, unknown>;

const featureKinds = {
  switch: { featureType: 'BOOLEAN' },
  config: { featureType: 'NUMBER' },
  metered: {
    featureType: 'NUMBER',
    meterType: 'INCREMENTAL',
    featureUnits: 'call',
    featureUnitsPlural: 'calls',
  },
  gauge: { featureType: 'NUMBER', meterType: 'FLUCTUATING' },
  choice: {
    featureType: 'ENUM',
    enumConfiguration: ['small', 'medium', 'large'].map((value) => ({ value, displayName: value })),
  },
} as const;

export const createFeature = (api: ApiClient, id: string, kind: keyof typeof featureKinds, more: Json = {}) =>
  expectOk(
    api.rest('POST', '/features', { id, displayName: `Feature ${id}`, ...featureKinds[kind], ...more }),
  );

export const createProduct = (api: ApiClient, id: string, more: Json = {}) =>
  expectOk(api.rest('POST', '/products', { id, displayName: `Product ${id}`, ...more }));

export const createCustomer = (api: ApiClient, id: string, more: Json = {}) =>
  expectOk(api.rest('POST', '/customers', { id, ...more }));

/** A FEATURE entitlement as a request writes it. */
export const feature = (id: string, more: Json = {}): Json => ({ type: 'FEATURE', id, ...more });

/** A FREE plan that is not published. */
export const createPlan = (api: ApiClient, draft: Json & { id: string }) =>
  expectOk(api.rest('POST', '/plans', { displayName: draft.id, pricingType: 'FREE', ...draft }));

interface PackageDraft extends Json {
  id: string;
  entitlements?: Json[];
  /** Fields of a PATCH before it is published. */
  patch?: Json;
}

async function publish(api: ApiClient, path: 'plans' | 'addons', draft: PackageDraft): Promise<void> {
  const { entitlements = [], patch, ...body } = draft;
  await expectOk(api.rest('POST', `/${path}`, { displayName: draft.id, ...body }));
  if (patch) await expectOk(api.rest('PATCH', `/${path}/${draft.id}`, patch));
  if (entitlements.length > 0)
    await expectOk(api.rest('POST', `/${path}/${draft.id}/entitlements`, { entitlements }));
  await expectOk(api.rest('POST', `/${path}/${draft.id}/publish`, { migrationType: 'NEW_CUSTOMERS' }));
}

export const publishPlan = (api: ApiClient, draft: PackageDraft) =>
  publish(api, 'plans', { pricingType: 'FREE', ...draft });

export const publishAddon = (api: ApiClient, draft: PackageDraft) =>
  publish(api, 'addons', { pricingType: 'FREE', ...draft });

export const subscribe = (api: ApiClient, customerId: string, planId: string, more: Json = {}) =>
  expectOk<{ id: string; subscription: Json; entitlements: Json[] }>(
    api.rest('POST', '/subscriptions', { customerId, planId, ...more }),
  );

export const report = (
  api: ApiClient,
  customerId: string,
  featureId: string,
  value: number,
  more: Json = {},
) => api.rest('POST', '/usage', { usages: [{ customerId, featureId, value, ...more }] });

/** The first of what was counted. */
export const counted = async (answer: ReturnType<typeof report>): Promise<Json> =>
  (await expectOk<Json[]>(answer))[0] as Json;

/** A new customer who has subscribed to the plan. @returns its id */
export async function newSubscriber(api: ApiClient, planId: string): Promise<string> {
  const id = `customer-${newUid()}`;
  await createCustomer(api, id);
  await subscribe(api, id, planId);
  return id;
}

export const usedOf = async (api: ApiClient, customerId: string, featureId: string): Promise<unknown> =>
  (await check(api, customerId, `featureId=${featureId}`))['currentUsage'];

export const check = (api: ApiClient, customerId: string, query: string) =>
  expectOk<Json>(api.rest('GET', `/customers/${customerId}/entitlements/check?${query}`));

const checked =
  'isGranted accessDeniedReason type currentUsage usageLimit hasUnlimitedUsage resetPeriod ' +
  'usagePeriodStart usagePeriodEnd usagePeriodAnchor validUntil feature { id displayName featureType featureStatus }';

/** The same question through the other door. */
export const checkOverGraphql = (api: ApiClient, customerId: string, args: string) =>
  expectOk<Json>(
    api.graphql(
      `{ checkCustomerEntitlement(customerId: ${JSON.stringify(customerId)}, ${args}) { ... on CustomerEntitlementFeature { ${checked} } } }`,
    ),
  );
