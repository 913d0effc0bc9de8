import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import { nextDue, type DueScope, type DueSubject } from '#libs/persistence/due-scope';

// In the order of the indices of grants that wait to be paid (credits.mapping.ts), and by nothing but them.
const due = (isInScope: string): string => `
  select environment_id as "environmentId", uid, pending_until as "dueAt" from credit_grant
   where is_pending and pending_until <= $1 and pending_until >= $2 and ${isInScope} and (pending_until, uid) > ($2, $3)
   order by pending_until, uid limit $4`;

/** The grants that were not paid in time, of many environments: who ends them works for every tenant. */
@Injectable()
export class UnpaidGrants {
  constructor(private readonly database: Database) {}

  /** @param after the last one of the batch before */
  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return nextDue(this.database, due, scope, after, limit);
  }
}
