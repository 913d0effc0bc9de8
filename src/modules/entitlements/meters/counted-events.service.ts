import { Injectable } from '@nestjs/common';
import type { CounterKey, UsageWindow } from '#modules/entitlements/metering';

/** Usage of a counter in the window that is in force, as one statement has left it. */
export interface MeteredUsage {
  key: CounterKey;
  meterUid: string;
  window: UsageWindow;
  /** In reported units. */
  total: number;
  lastEventAt: Date;
}

/** Counters of one environment that were counted together. */
export interface MeteredGroup {
  environmentId: string;
  /** That all of them have now. */
  revision: string;
  counters: readonly MeteredUsage[];
}

/** Who holds usage in memory hears at once what this process has counted; of other processes the change feed tells. ADR-0054 */
@Injectable()
export class CountedEvents {
  private readonly followers: ((group: MeteredGroup) => void)[] = [];

  follow(heard: (group: MeteredGroup) => void): void {
    this.followers.push(heard);
  }

  /** Between the commit of a group and its acknowledgement. */
  tell(group: MeteredGroup): void {
    for (const heard of this.followers) heard(group);
  }
}
