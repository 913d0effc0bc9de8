import { Injectable } from '@nestjs/common';
import { Outbox } from '#libs/messaging/outbox';
import { CountersRepository } from './counters.repository';
import { exceededEvent } from './domain/exceeded-event';
import type { CountedReport, GroupShares } from './domain/report-batch';
import type { Spend } from './domain/spend';
import { windowKey, type Counter, type UsageReport } from './domain/usage-ledger';
import type { UsageWindow } from './domain/usage-window';
import { MeasurementNews } from './measurement-news.service';
import { SharedUsage, type HeldShares } from './shared-usage.service';

interface ToldWindow {
  counter: Counter;
  window: UsageWindow;
  told: number;
}

/** Tells of limits and budgets that reports have reached, in the unit of work that counts them: either both are there or neither. ADR-0058 */
@Injectable()
export class ReachedLimits {
  constructor(
    private readonly counters: CountersRepository,
    private readonly outbox: Outbox,
    private readonly shared: SharedUsage,
    readonly measurements: MeasurementNews,
  ) {}

  /** What is counted for besides, before any counter. */
  hold(reports: readonly UsageReport[]): Promise<HeldShares> {
    return this.shared.hold(reports);
  }

  /** Those that were counted for. */
  keep(spends: readonly Spend[], shares: GroupShares): Promise<void> {
    return this.shared.keep(spends, shares);
  }

  /**
   * An event for each threshold, in their order. Domain: entitlements-usage N1, N2
   * @param version the place of their write in the order of changes
   */
  async tell(counted: readonly CountedReport[], version: number): Promise<void> {
    const windows = toldWindows(counted);
    if (windows.length > 0) await this.counters.tellWindows(windows);
    for (const each of counted) {
      for (const level of each.measurement.reached ?? []) this.outbox.record(eventOf(each, level, version));
    }
  }
}

export const hasReached = ({ measurement }: CountedReport): boolean => measurement.reached !== undefined;

/** Each once: what the last report reached is the highest. */
function toldWindows(counted: readonly CountedReport[]): ToldWindow[] {
  const byCounter = new Map<Counter, Map<string, ToldWindow>>();
  for (const { counter, measurement } of counted) {
    const { window, reached } = measurement;
    const told = reached?.at(-1);
    if (!window || told === undefined) continue;
    const windows = byCounter.get(counter) ?? new Map<string, ToldWindow>();
    windows.set(windowKey(window), { counter, window, told });
    byCounter.set(counter, windows);
  }
  return [...byCounter.values()].flatMap((windows) => [...windows.values()]);
}

function eventOf({ report, measurement }: CountedReport, level: number, version: number) {
  if (!report.watched) throw new Error('A limit was reached that nobody watches');
  const { usageAfter: usage, window } = measurement;
  return exceededEvent({ watched: report.watched, usage, window, level, version });
}
