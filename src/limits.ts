import type { Principal } from '#libs/context/request-context';
import type { OperationLimits } from '#libs/security/rate-limits';
import type { UseCaseFacts } from '#libs/use-cases/use-case';

const provision = 250;
const singleRead = 3000;
const entitlementRead = 60_000;

/** Calls of one environment. Domain: access-and-events R2, R3 */
export const operationLimits: OperationLimits = {
  perMinute: {
    createSubscription: provision,
    createCustomer: provision,
    cancelSubscription: provision,
    getSubscription: singleRead,
    getCustomer: singleRead,
    listSubscriptions: 1500,
    reportUsage: 3000,
    reportUsageInBulk: 600,
    checkCustomerEntitlement: entitlementRead,
    listCustomerEntitlements: entitlementRead,
    // Of publishable keys, in the name of nobody and of a customer.
    publicCatalogReads: 6000,
    inAppCatalogReads: singleRead,
    inAppEntitlementReads: entitlementRead,
    inAppReads: singleRead,
    refusedPublicCalls: singleRead,
    // The longest answer that GraphQL gives; tools ask for it once at their start.
    introspection: 30,
  },
  perSecond: { ingestEvents: 1000 },
  defaultRead: 3000,
  defaultWrite: 250,
  entity: 30,
  failedCredentials: 60,
};

/** Several reports in one request count in a bucket of their own. */
export function bucketOf(operation: string, input: unknown): string {
  if (operation !== 'reportUsage') return operation;
  const { usages } = (input ?? {}) as { usages?: unknown };
  return Array.isArray(usages) && usages.length > 1 ? 'reportUsageInBulk' : operation;
}

/** Events count one by one, however many come in a request; a request without any is one that is refused. */
export function costOf(operation: string, input: unknown): number {
  if (operation !== 'ingestEvents') return 1;
  const { events } = (input ?? {}) as { events?: unknown };
  return Array.isArray(events) ? Math.max(1, events.length) : 1;
}

const toldByInput = new Set(['reportUsage', 'ingestEvents']);

export const areToldByInput = (operation: string): boolean => toldByInput.has(operation);

/** Buckets of their own: whoever copies a publishable key keeps no server of its vendor waiting. Domain: access-and-events R3 */
export function publicBucketOf(
  { opens, needs }: UseCaseFacts,
  caller: Principal | undefined,
): string | undefined {
  const isCustomer = caller?.kind === 'CUSTOMER';
  if (!isCustomer && caller?.kind !== 'PUBLISHABLE_KEY') return undefined;
  if (opens === 'PUBLIC') return isCustomer ? 'inAppCatalogReads' : 'publicCatalogReads';
  if (opens === undefined) return 'refusedPublicCalls';
  return needs === 'entitlements:read' ? 'inAppEntitlementReads' : 'inAppReads';
}
