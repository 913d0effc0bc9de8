import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';

export interface DueEnd {
  environmentId: string;
  uid: string;
  endDate: Date;
}

// In the order of the index of those that run (promotional-entitlement.mapping.ts), whatever the number that ended long ago.
const due = `select environment_id as "environmentId", uid, end_date as "endDate" from promotional_entitlement
          where expired_at is null and end_date <= $1 and (end_date, uid) > ($2, $3)
          order by end_date, uid limit $4`;
const first = { endDate: new Date(0), uid: '00000000-0000-0000-0000-000000000000' };

/** The promotions of all environments that are over and not noted to be: who notes it works for every tenant. */
@Injectable()
export class DueEnds {
  constructor(private readonly database: Database) {}

  /** @param after the last one of the batch before */
  next(now: Date, after: DueEnd | undefined, limit: number): Promise<DueEnd[]> {
    const { endDate, uid } = after ?? first;
    return this.database.query<DueEnd>(due, [now, endDate, uid, limit]);
  }
}
