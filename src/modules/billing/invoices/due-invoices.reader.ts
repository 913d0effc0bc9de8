import { Injectable } from '@nestjs/common';
import { askInScope, firstDue, inScope, type DueScope, type DueSubject } from '#libs/persistence/due-scope';
import { Database } from '#libs/persistence/database';

/** What a draft falls due by: of contracts their day, of subscriptions the instant from which on nothing is added. None has both. */
type Instant = 'issue_date' | 'closes_at';

/** No environment waits less for usage. Domain: access-and-events A6 */
const leastGrace = `interval '1 hour'`;
const noGrace = `interval '0'`;
const chosenGrace = '(select hours from grace)';

/**
 * In the order of the indices of drafts (invoice.mapping.ts), so that the cost does not depend on how many invoices there are. With usage
 * they wait for the grace that their environment has chosen, else for that of the installation. Domain: contracts-billing V4
 */
const due = (isInScope: string): string => `
  select * from (${draftsBy('issue_date', false, isInScope)} union all ${draftsBy('issue_date', true, isInScope)}
       union all ${draftsBy('closes_at', false, isInScope)} union all ${draftsBy('closes_at', true, isInScope)}) as draft
   order by "dueAt", uid limit $5`;

/** @reads environment_settings of platform/environment-settings */
const draftsBy = (instant: Instant, bearsUsage: boolean, isInScope: string): string => `
    select i.environment_id as "environmentId", i.uid, i.${instant} as "dueAt" from invoice i
     where i.state = 'DRAFT' and i.carries_usage = ${bearsUsage} and ${isInScope} and (i.${instant}, i.uid) > ($3, $4)
       and i.${instant} <= $1::timestamptz - ${bearsUsage ? leastGrace : noGrace}
       and (not i.carries_usage or i.${instant} <= $1::timestamptz - make_interval(hours => coalesce(
             (select (s.chosen ->> 'usageGraceHours')::int from environment_settings s
               where s.environment_id = i.environment_id), $2)))`;

/**
 * The same of one environment, whose clock may pass many instants at once: in the order in which they fall due, the grace included.
 * Domain: access-and-events K3
 * @reads environment_settings of platform/environment-settings
 */
const dueOfOne = `
  with grace as (select make_interval(hours => coalesce(min((s.chosen ->> 'usageGraceHours')::int), $3)) as hours
                   from environment_settings s where s.environment_id = $1)
  select * from (${draftsOfOneBy('issue_date', noGrace)} union all ${draftsOfOneBy('issue_date', chosenGrace)}
       union all ${draftsOfOneBy('closes_at', noGrace)} union all ${draftsOfOneBy('closes_at', chosenGrace)}) as draft
   order by "dueAt", uid limit $6`;

function draftsOfOneBy(instant: Instant, grace: string): string {
  return `
    (select i.environment_id as "environmentId", i.uid, i.${instant} + ${grace} as "dueAt" from invoice i
      where i.environment_id = $1 and i.state = 'DRAFT' and i.carries_usage = ${grace === chosenGrace}
        and i.${instant} <= $2::timestamptz - ${grace} and (i.${instant}, i.uid) > ($4::timestamptz - ${grace}, $5)
      order by i.${instant}, i.uid limit $6)`;
}

/** The drafts whose day has come, of many environments: who finalizes them works for every tenant. */
@Injectable()
export class DueInvoices {
  constructor(private readonly database: Database) {}

  /** @param graceHours of who has chosen none. @param after the last one of the batch before */
  next(
    scope: DueScope,
    graceHours: number,
    after: DueSubject | undefined,
    limit: number,
  ): Promise<DueSubject[]> {
    const { dueAt, uid } = after ?? firstDue;
    const { now, environmentId } = scope;
    const ask = (text: string, values: unknown[]) =>
      askInScope<DueSubject & Record<string, unknown>>(this.database, scope, text, values);
    if (environmentId !== undefined)
      return ask(dueOfOne, [environmentId, now, graceHours, dueAt, uid, limit]);
    const [isInScope, environments] = inScope(scope, 'i.environment_id', '$6');
    return ask(due(isInScope), [now, graceHours, dueAt, uid, limit, environments]);
  }
}
