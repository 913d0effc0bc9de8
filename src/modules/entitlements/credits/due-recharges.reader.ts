import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import { nextDue, type DueScope, type DueSubject } from '#libs/persistence/due-scope';

// In the order of the indices of wallets that are to be recharged (credits.mapping.ts), and by nothing but them.
const due = (isInScope: string): string => `
  select environment_id as "environmentId", uid, recharge_due as "dueAt" from credit_wallet
   where recharge_due <= $1 and recharge_due >= $2 and ${isInScope} and (recharge_due, uid) > ($2, $3)
   order by recharge_due, uid limit $4`;

/** The wallets that hold less than they are to, of many environments: who recharges them works for every tenant. */
@Injectable()
export class DueRecharges {
  constructor(private readonly database: Database) {}

  /** @param after the last one of the batch before */
  next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    return nextDue(this.database, due, scope, after, limit);
  }
}
