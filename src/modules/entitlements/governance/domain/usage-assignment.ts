import { Decimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import { TenantEntity } from '#libs/kernel/tenant-entity';

/** What a budget is of: units of a feature, or credits of a currency. */
export interface BudgetSubject {
  kind: 'FEATURE' | 'CURRENCY';
  uid: string;
  id: string;
}

/** What tells one assignment of an entity from its others. Domain: access-and-events G4 */
export interface AssignmentName {
  customerUid: string;
  entityUid: string;
  entityId: string;
  subject: BudgetSubject;
  /** Each once, in the order of their keys: a set. */
  scope: readonly { uid: string; id: string }[];
}

/** What a request says of it; what is left out stays. */
export interface AssignmentTerms {
  usageLimit?: number | null | undefined;
  cadence?: string | undefined;
}

/** `scope` is in the order of its keys. */
export const assignmentKey = (entityUid: string, subjectUid: string, scopeUids: readonly string[]): string =>
  [entityUid, subjectUid, ...scopeUids].join('/');

/** A budget of an entity, which runs anew with each window of its cadence. Domain: access-and-events G4, G7, G10 */
export class UsageAssignment extends TenantEntity {
  customerUid: string;
  entityUid: string;
  entityId: string;
  subjectKind: BudgetSubject['kind'];
  subjectId: string;
  /** One of the two, the other is null. */
  featureUid: string | null;
  currencyUid: string | null;
  /** Keys of the entities that must be named or stand above the named as well, for the budget to hold. */
  scopeUids: string[];
  scopeIds: string[];
  /** Names the set: who makes the same budget twice at once makes it once. */
  scopeKey: string;
  /** Reported units, or credits; null for any. */
  usageLimit: Decimal | null;
  cadence: string;
  /** What its newest window holds, with that window; both instants null where nothing was used in it, or none is known to run. */
  used: Decimal;
  windowStart: Date | null;
  windowEnd: Date | null;
  /** Used of the limit, by which lists are sorted; -1 without a limit. */
  utilization: number;
  /** Names what last counted for it, for who holds it in memory. */
  lastWrite: string | null;
  /** How often something was counted for it. */
  writes: number;

  /** @throws BadUserInput without a limit and a cadence */
  static create(name: AssignmentName, terms: AssignmentTerms, at: string, now: Date): UsageAssignment {
    const { usageLimit, cadence } = terms;
    const isWhole = usageLimit !== undefined && cadence !== undefined;
    if (!isWhole)
      throw badInput(
        `${at}.${usageLimit === undefined ? 'usageLimit' : 'cadence'} is required: entity ${name.entityId} has no such assignment yet`,
      );
    const { customerUid, entityUid, entityId, subject, scope } = name;
    const scopeUids = scope.map(({ uid }) => uid);
    const state = {
      ...{ customerUid, entityUid, entityId, subjectKind: subject.kind, subjectId: subject.id },
      featureUid: subject.kind === 'FEATURE' ? subject.uid : null,
      currencyUid: subject.kind === 'CURRENCY' ? subject.uid : null,
      ...{ scopeUids, scopeIds: scope.map(({ id }) => id), scopeKey: scopeUids.join('/') },
      ...{
        usageLimit: limitOf(usageLimit),
        cadence,
        used: new Decimal(0),
        windowStart: null,
        windowEnd: null,
      },
      utilization: utilizationOf(new Decimal(0), limitOf(usageLimit)),
      ...{ lastWrite: null, writes: 0 },
    };
    return UsageAssignment.instantiate<UsageAssignment>(UsageAssignment, state, now);
  }

  get key(): string {
    return assignmentKey(this.entityUid, (this.featureUid ?? this.currencyUid) as string, this.scopeUids);
  }

  /** Another cadence begins with nothing used: what was used is known by the windows of the one before. */
  change({ usageLimit, cadence = this.cadence }: AssignmentTerms): void {
    if (usageLimit !== undefined) this.usageLimit = limitOf(usageLimit);
    if (cadence !== this.cadence)
      Object.assign(this, { cadence, used: new Decimal(0), windowStart: null, windowEnd: null });
    this.utilization = utilizationOf(this.used, this.usageLimit);
  }
}

const limitOf = (usageLimit: number | null): Decimal | null =>
  usageLimit === null ? null : new Decimal(usageLimit);

/** -1 where there is no limit to use. Domain: access-and-events G9 */
export function utilizationOf(used: Decimal, limit: Decimal | null): number {
  if (limit === null) return -1;
  return limit.isZero() ? 1 : used.dividedBy(limit).toNumber();
}
