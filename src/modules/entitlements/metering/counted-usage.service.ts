import { Injectable } from '@nestjs/common';
import type { Counter } from './domain/usage-ledger';

/** Counters of one environment as one statement has left them. */
export interface CountedGroup {
  environmentId: string;
  /** That all of them have now. */
  revision: string;
  counters: readonly Counter[];
}

/** Who holds usage in memory hears at once what this process has counted; of other processes the change feed tells. ADR-0054 */
@Injectable()
export class CountedUsage {
  private readonly followers: ((group: CountedGroup) => void)[] = [];

  follow(heard: (group: CountedGroup) => void): void {
    this.followers.push(heard);
  }

  /** Between the commit of a group and its acknowledgement. */
  tell(group: CountedGroup): void {
    for (const heard of this.followers) heard(group);
  }
}
