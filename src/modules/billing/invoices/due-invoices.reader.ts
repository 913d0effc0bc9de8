import { Injectable } from '@nestjs/common';
import { firstDue, inScope, type DueScope, type DueSubject } from '#libs/persistence/due-scope';
import { Database } from '#libs/persistence/database';

/** Due on its issue date, of a subscription when its period has ended; finalized as of the end of the grace that it waits for usage. */
export interface DueInvoice extends DueSubject {
  asOf: Date;
}

/**
 * In the order of the indices of drafts (invoice.mapping.ts), so that the cost does not depend on how many invoices there are. With usage
 * they wait for the grace that their environment has chosen, else for that of the installation. Domain: contracts-billing V4
 */
const due = (isInScope: string): string => `
  select * from (${draftsBy('issue_date', isInScope)} union all ${draftsBy('closes_at', isInScope)}) as draft
   where "asOf" <= $1 order by "dueAt", uid limit $5`;

/**
 * Of contracts by their day, of subscriptions by the instant from which on nothing is added: none has both.
 * @reads environment_settings of platform/environment-settings
 */
const draftsBy = (instant: 'issue_date' | 'closes_at', isInScope: string): string => `
    select i.environment_id as "environmentId", i.uid, i.${instant} as "dueAt",
           i.${instant} + make_interval(hours => case when i.carries_usage then coalesce(
             (select (s.chosen ->> 'usageGraceHours')::int from environment_settings s
               where s.environment_id = i.environment_id), $2) else 0 end) as "asOf"
      from invoice i
     where i.state = 'DRAFT' and i.${instant} <= $1 and ${isInScope} and (i.${instant}, i.uid) > ($3, $4)`;

/** The drafts whose day has come, of many environments: who finalizes them works for every tenant. */
@Injectable()
export class DueInvoices {
  constructor(private readonly database: Database) {}

  /** @param graceHours of who has chosen none. @param after the last one of the batch before */
  next(
    scope: DueScope,
    graceHours: number,
    after: DueInvoice | undefined,
    limit: number,
  ): Promise<DueInvoice[]> {
    const { dueAt, uid } = after ?? firstDue;
    const [isInScope, environments] = inScope(scope, 'i.environment_id', '$6');
    const values = [scope.now, graceHours, dueAt, uid, limit, environments];
    return this.database.query<DueInvoice & Record<string, unknown>>(due(isInScope), values);
  }
}
