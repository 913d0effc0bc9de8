import { Injectable } from '@nestjs/common';
import { CommittedGroups } from '#libs/changes/committed-groups';
import type { Spend } from './domain/spend';
import type { Counter } from './domain/usage-ledger';

/** Counters of one environment as one statement has left them. */
export interface CountedGroup {
  environmentId: string;
  /** That all of them have now. */
  revision: string;
  counters: readonly Counter[];
  /** Of the budgets that were counted for. */
  spends?: readonly Spend[];
}

/** What reports have counted, for who holds usage in memory. */
@Injectable()
export class CountedUsage extends CommittedGroups<CountedGroup> {}
