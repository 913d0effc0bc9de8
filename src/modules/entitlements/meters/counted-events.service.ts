import { Injectable } from '@nestjs/common';
import { CommittedGroups } from '#libs/changes/committed-groups';
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

/** What events have counted, for who holds usage in memory. */
@Injectable()
export class CountedEvents extends CommittedGroups<MeteredGroup> {}
