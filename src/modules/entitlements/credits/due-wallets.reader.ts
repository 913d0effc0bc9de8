import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import { nextDue, type DueScope, type DueSubject } from '#libs/persistence/due-scope';

// In the order of the indices of wallets that time changes (credits.mapping.ts), and by nothing but them.
const due = (isInScope: string): string => `
  select environment_id as "environmentId", uid, next_due as "dueAt" from credit_wallet
   where next_due <= $1 and next_due >= $2 and ${isInScope} and (next_due, uid) > ($2, $3)
   order by next_due, uid limit $4`;

/** The wallets in which a grant begins or ends, of many environments: who notes it works for every tenant. */
@Injectable()
export class DueWallets {
  constructor(private readonly database: Database) {}

  /** @param after the last one of the batch before */
  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return nextDue(this.database, due, scope, after, limit);
  }
}
