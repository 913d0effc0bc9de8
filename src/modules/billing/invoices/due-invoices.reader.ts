import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';

export interface DueInvoice {
  environmentId: string;
  uid: string;
  issueDate: Date;
}

/**
 * In the order of the index of drafts (invoice.mapping.ts), so that the cost does not depend on how many invoices there are. With usage
 * they wait for the grace that their environment has chosen, else for that of the installation. Domain: contracts-billing V4
 * @reads environment_settings of platform/environment-settings
 */
const due = `select i.environment_id as "environmentId", i.uid, i.issue_date as "issueDate" from invoice i
          where i.state = 'DRAFT' and i.issue_date <= $1
            and (not i.carries_usage
                 or i.issue_date <= $1::timestamptz - make_interval(hours => coalesce(
                     (select (s.chosen ->> 'usageGraceHours')::int from environment_settings s
                       where s.environment_id = i.environment_id), $2)))
            and (i.issue_date, i.uid) > ($3, $4)
          order by i.issue_date, i.uid limit $5`;
const first = { issueDate: new Date(0), uid: '00000000-0000-0000-0000-000000000000' };

/** The drafts of all environments whose day has come: who finalizes them works for every tenant. */
@Injectable()
export class DueInvoices {
  constructor(private readonly database: Database) {}

  /** @param graceHours of who has chosen none. @param after the last one of the batch before */
  next(now: Date, graceHours: number, after: DueInvoice | undefined, limit: number): Promise<DueInvoice[]> {
    const { issueDate, uid } = after ?? first;
    return this.database.query<DueInvoice>(due, [now, graceHours, issueDate, uid, limit]);
  }
}
