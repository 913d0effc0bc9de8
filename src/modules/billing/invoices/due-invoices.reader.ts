import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';

export interface DueInvoice {
  environmentId: string;
  uid: string;
  issueDate: Date;
}

// In the order of the index of drafts (invoice.mapping.ts), so that the cost does not depend on how many invoices there are.
const due = `select environment_id as "environmentId", uid, issue_date as "issueDate" from invoice
          where state = 'DRAFT' and issue_date <= $1 and (not carries_usage or issue_date <= $2)
            and (issue_date, uid) > ($3, $4)
          order by issue_date, uid limit $5`;
const first = { issueDate: new Date(0), uid: '00000000-0000-0000-0000-000000000000' };

/** The drafts of all environments whose day has come: who finalizes them works for every tenant. */
@Injectable()
export class DueInvoices {
  constructor(private readonly database: Database) {}

  /** @param graceEnd with usage only those to be issued by then. @param after the last one of the batch before */
  next(now: Date, graceEnd: Date, after: DueInvoice | undefined, limit: number): Promise<DueInvoice[]> {
    const { issueDate, uid } = after ?? first;
    return this.database.query<DueInvoice>(due, [now, graceEnd, issueDate, uid, limit]);
  }
}
