import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import { nextDue, type DueScope, type DueSubject } from '#libs/persistence/due-scope';

/** With whose lock it is carried out. */
export interface DueSubscription extends DueSubject {
  customerId: string;
}

// In the order of the indices of those for which time brings something about (subscription.mapping.ts). What the last release ends keeps
// its instant, and nothing is brought about any more. That what comes after an instant is not before it, PostgreSQL does not count on for this
// order alone: without being told, it takes the index of customers to be the cheaper one, and reads all of it for each batch.
const due = (isInScope: string): string => `
  select environment_id as "environmentId", uid, customer_id as "customerId", due_at as "dueAt" from subscription
   where due_at <= $1 and due_at >= $2 and canceled_at is null and ${isInScope} and (due_at, uid) > ($2, $3)
   order by due_at, uid limit $4`;

/** The subscriptions for which time has brought something about, of many environments: who carries it out works for every tenant. */
@Injectable()
export class DueSubscriptionsReader {
  constructor(private readonly database: Database) {}

  /** @param after the last one of the batch before */
  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubscription[]> {
    return nextDue(this.database, due, scope, after, limit);
  }
}
