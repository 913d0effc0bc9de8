import type { UseQueryResult } from '@tanstack/react-query';
import { api, type Wire } from '~/api/client';
import { held } from '~/parts/list';

/** Plans and addons have one life. What differs is said here. */
export type Kind = 'plan' | 'addon';

export type Package = Wire['Plan'] | Wire['Addon'];
export type Entitlement = Wire['PackageEntitlementFeature'] | Wire['PackageEntitlementCredit'];
export type Charge = Wire['PackageCharge'];
export type State = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';

/** Of either kind: what differs between the two is asked for by its name. */
type Asked<Data> = UseQueryResult<
  { data: Data; has_more?: boolean; pagination?: { next: string | null; prev: string | null } },
  unknown
>;

/** Names of the operations of a kind. */
export const operationsOf = (kind: Kind) => {
  const Name = kind === 'plan' ? 'Plan' : 'Addon';
  return {
    ...{ create: `create${Name}`, update: `update${Name}`, archive: `archive${Name}` },
    ...{ unarchive: `unarchive${Name}`, draft: `create${Name}Draft`, discard: `discard${Name}Draft` },
    ...{ publish: `publish${Name}`, addEntitlements: `create${Name}Entitlements` },
    ...{ updateEntitlement: `update${Name}Entitlement`, deleteEntitlement: `delete${Name}Entitlement` },
    order: `order${Name}Entitlements`,
    ownerId: `${kind}Id`,
  };
};

export function usePackages(kind: Kind, query: { limit: number; productId?: string; status?: State[] }) {
  const plans = api.useQuery(
    'get',
    '/api/v1/plans',
    { params: { query } },
    { ...held, enabled: kind === 'plan' },
  );
  const addons = api.useQuery(
    'get',
    '/api/v1/addons',
    { params: { query } },
    { ...held, enabled: kind === 'addon' },
  );
  return (kind === 'plan' ? plans : addons) as Asked<Package[]>;
}

/** The version in this state; without one the latest. */
export function usePackage(kind: Kind, id: string, status?: State, isAsked = true) {
  const params = { path: { id }, query: status ? { status } : {} };
  const asks = (each: Kind) => ({ enabled: isAsked && kind === each });
  const plan = api.useQuery('get', '/api/v1/plans/{id}', { params }, asks('plan'));
  const addon = api.useQuery('get', '/api/v1/addons/{id}', { params }, asks('addon'));
  return (kind === 'plan' ? plan : addon) as Asked<Package>;
}

const mostDrafts = 100;

/**
 * The draft of a package, where it has one. It is looked for among those of its product, for who asks for the draft of one that has none
 * is refused.
 */
export function useDraft(kind: Kind, of: Package): Package | undefined {
  const query = { limit: mostDrafts, productId: of.productId, status: ['DRAFT' as const] };
  const drafts = usePackages(kind, query).data;
  const listed = drafts?.data.find(({ id }) => id === of.id);
  const isBeyond = listed === undefined && drafts?.has_more === true;
  const asked = usePackage(kind, of.id, 'DRAFT', isBeyond).data?.data;
  return listed ?? (isBeyond ? asked : undefined);
}

export function useEntitlements(kind: Kind, id: string, version: number | undefined) {
  const query = version === undefined ? {} : { version };
  const asks = (each: Kind) => ({ enabled: kind === each && version !== undefined });
  const ofPlan = { params: { path: { planId: id }, query } };
  const ofAddon = { params: { path: { addonId: id }, query } };
  const plan = api.useQuery('get', '/api/v1/plans/{planId}/entitlements', ofPlan, asks('plan'));
  const addon = api.useQuery('get', '/api/v1/addons/{addonId}/entitlements', ofAddon, asks('addon'));
  return (kind === 'plan' ? plan : addon) as Asked<Entitlement[]>;
}

export function useCharges(kind: Kind, id: string, version: number | undefined) {
  const query = { limit: 100, ...(version === undefined ? {} : { version }) };
  const asks = (each: Kind) => ({ enabled: kind === each && version !== undefined });
  const params = { path: { id }, query };
  const plan = api.useQuery('get', '/api/v1/plans/{id}/charges', { params }, asks('plan'));
  const addon = api.useQuery('get', '/api/v1/addons/{id}/charges', { params }, asks('addon'));
  return (kind === 'plan' ? plan : addon) as Asked<Charge[]>;
}
