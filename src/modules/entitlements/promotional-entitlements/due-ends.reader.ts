import { Injectable } from '@nestjs/common';
import { nextDue, type DueScope, type DueSubject } from '#libs/persistence/due-scope';
import { Database } from '#libs/persistence/database';

// In the order of the indices of those that run (promotional-entitlement.mapping.ts), whatever the number that ended long ago.
const due = (isInScope: string): string => `
  select environment_id as "environmentId", uid, end_date as "dueAt" from promotional_entitlement
   where expired_at is null and end_date <= $1 and ${isInScope} and (end_date, uid) > ($2, $3)
   order by end_date, uid limit $4`;

const soon = (isInScope: string): string => `
  select environment_id as "environmentId", uid, ends_soon_at as "dueAt" from promotional_entitlement
   where expired_at is null and ends_soon_at <= $1 and ${isInScope} and (ends_soon_at, uid) > ($2, $3)
   order by ends_soon_at, uid limit $4`;

/** The promotions that are over and not noted to be, of many environments: who notes it works for every tenant. */
@Injectable()
export class DueEnds {
  constructor(private readonly database: Database) {}

  /** @param after the last one of the batch before */
  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return nextDue(this.database, due, scope, after, limit);
  }

  /** The same of those whose end is to be told by now. */
  nextNotices(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return nextDue(this.database, soon, scope, after, limit);
  }
}
