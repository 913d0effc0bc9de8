import type { Json } from './catalog';
import { expectOk, type ApiClient } from './client';

export interface ExplainedSource extends Json {
  type: string;
  id: string;
  resourceId: string | null;
  counts: boolean;
  isWinner: boolean;
  reason: string | null;
  decidedBy: string | null;
  lends: string[];
}

export interface Explanation {
  at: string;
  decidedBy: string | null;
  entitlement: Json;
  sources: ExplainedSource[];
}

export interface AskedInstant {
  featureId: string;
  resourceId?: string;
  at?: string | Date;
}

const textOf = (at: string | Date): string => (at instanceof Date ? at.toISOString() : at);

/** As a query of REST writes it. */
export const queryOf = ({ at, ...asked }: Partial<AskedInstant>): string =>
  new URLSearchParams({ ...asked, ...(at !== undefined && { at: textOf(at) }) }).toString();

/** As arguments of GraphQL write it. */
export const argumentsOf = ({ at, ...asked }: Partial<AskedInstant>): string =>
  Object.entries({ ...asked, ...(at !== undefined && { at: textOf(at) }) })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');

export const explain = (api: ApiClient, customerId: string, asked: AskedInstant) =>
  expectOk<Explanation>(api.rest('GET', `/customers/${customerId}/entitlements/explain?${queryOf(asked)}`));

const entitlement =
  'type isGranted accessDeniedReason currentUsage usageLimit hasUnlimitedUsage resetPeriod usagePeriodStart ' +
  'usagePeriodEnd usagePeriodAnchor entitlementUpdatedAt validUntil feature { id displayName featureType featureStatus }';
const source =
  'type id resourceId startDate endDate counts reason isWinner decidedBy lends isGranted usageLimit hasUnlimitedUsage ' +
  'hasSoftLimit enumValues resetPeriod usagePeriodAnchor usagePeriodStart usagePeriodEnd';

/** The same through the other door. */
export const explainOverGraphql = (api: ApiClient, customerId: string, asked: AskedInstant) =>
  expectOk<Explanation>(
    api.graphql(
      `{ explainEntitlement(customerId: ${JSON.stringify(customerId)}, ${argumentsOf(asked)}) {
           at decidedBy entitlement { ${entitlement} } sources { ${source} } } }`,
    ),
  );
