/** Of a package. */
export interface PublishedDetail {
  packageId: string;
  migrationType: 'NEW_CUSTOMERS' | 'ALL_CUSTOMERS';
}

/** What changed, as the log says it: no content, which is computed when it is told. */
export interface LoggedChange {
  position: number;
  /** `all`: whatever anybody of the environment holds. */
  kind: 'grants' | 'usage' | 'package' | 'all';
  /** Null where the customer is gone. */
  customerId: string | null;
  /** '' is the customer's own level. */
  resourceKey: string | null;
  /** Null of the customer's own level, and where the resource is gone. */
  resourceId: string | null;
  /** What was used: a feature, or credits of a currency. */
  featureId: string | null;
  currencyId: string | null;
  detail: PublishedDetail | null;
  /** Greater than that of every answer that has not seen the change. */
  version: number;
}

/** Whose state it is: of changes of the same, the last one tells all. */
export const subjectOf = (change: LoggedChange): string => {
  const { kind, customerId, resourceKey, featureId, currencyId, position } = change;
  if (kind === 'package') return `package ${position}`;
  return JSON.stringify([kind, customerId, resourceKey, featureId, currencyId]);
};

/** Each subject once, where its last change stands. */
export function latestOfEach(changes: readonly LoggedChange[]): LoggedChange[] {
  const latest = new Map<string, LoggedChange>();
  for (const change of changes) {
    const subject = subjectOf(change);
    latest.delete(subject);
    latest.set(subject, change);
  }
  return [...latest.values()];
}
