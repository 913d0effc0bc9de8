import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import { nextDue, type DueScope, type DueSubject } from '#libs/persistence/due-scope';

// In the order of the indices of payments that are not settled (payment.mapping.ts), and by nothing but them.
const due = (isInScope: string): string => `
  select environment_id as "environmentId", uid, due_at as "dueAt" from payment
   where due_at <= $1 and due_at >= $2 and ${isInScope} and (due_at, uid) > ($2, $3)
   order by due_at, uid limit $4`;

/** The payments to be looked after, of many environments: who does so works for every tenant. */
@Injectable()
export class DuePayments {
  constructor(private readonly database: Database) {}

  /** @param after the last one of the batch before */
  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return nextDue(this.database, due, scope, after, limit);
  }
}
