import type { CounterKey } from './counter';

/** What a report is known again by: its key, and whose it is. */
export interface KeyedReport extends CounterKey {
  idempotencyKey: string | null;
  /** The resource that it names, where that is not where it is counted; absent otherwise. Its wallet may pay for it. Domain: credits L1 */
  namedResourceUid?: string;
}

/** What a report of a customer names that names no resource. */
export const noResource = '00000000-0000-0000-0000-000000000000';

/** The resource that it names, wherever it is counted. */
export const namedBy = ({ resourceKey, namedResourceUid }: KeyedReport): string =>
  resourceKey || (namedResourceUid ?? noResource);

// With the resource that follows it is longer than any key that a client may choose, so the two never meet.
const filler = '/'.repeat(220);

/**
 * How a key is stored where the counter has counted a report of another resource under it: ADR-0144.
 * Domain: entitlements-usage A5
 */
export const keyApart = (key: string, resource: string): string => `${filler}${resource}${key}`;

/** Where a report may stand that was counted under the same key. */
export interface KeyPlace {
  resourceKey: string;
  storedKey: string;
  /** Only what named this resource; null: whatever it named. */
  namedResourceUid: string | null;
}

/** Where it is counted by now. Domain: entitlements-usage A5 */
export function placesHere(report: KeyedReport): KeyPlace[] {
  const { resourceKey, idempotencyKey: key } = report;
  if (key === null) return [];
  const plain = { resourceKey, storedKey: key, namedResourceUid: null };
  return resourceKey === '' ? [plain, { ...plain, storedKey: keyApart(key, namedBy(report)) }] : [plain];
}

/**
 * At the other level: what counts for a customer may count for the resource later, and the other way round. None where no resource is named.
 * Domain: entitlements-usage A5
 */
export function placesElsewhere({
  resourceKey,
  namedResourceUid: named,
  idempotencyKey: key,
}: KeyedReport): KeyPlace[] {
  if (key === null) return [];
  if (named !== undefined) return [{ resourceKey: named, storedKey: key, namedResourceUid: null }];
  if (resourceKey === '') return [];
  return [
    { resourceKey: '', storedKey: key, namedResourceUid: resourceKey },
    { resourceKey: '', storedKey: keyApart(key, resourceKey), namedResourceUid: null },
  ];
}
