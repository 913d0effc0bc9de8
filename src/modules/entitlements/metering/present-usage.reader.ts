import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { columnsOf } from './counters.repository';
import { find, totalsOf } from './counters.statements';
import { windowOf, type AnchoredRule, type CounterKey } from './domain/counter';
import { isOfRule, never, type StoredRule } from './stored-rule.record';

/** What is counted, and by which windows: null is the running level, which no window resets (entitlements-usage A8). */
export interface CountedBy extends CounterKey {
  rule: AnchoredRule | null;
}

interface CounterRow {
  place: number;
  level: number;
  last_event_at: Date | null;
  rules: StoredRule[];
}

/** Usage of many customers at once, in two statements however many they are. */
@Injectable()
export class PresentUsageReader {
  constructor(private readonly database: Database) {}

  /** Reported units in the window that holds `at`, in the order of the questions. */
  async of(asked: readonly CountedBy[], at: Date): Promise<number[]> {
    const usage = asked.map(() => 0);
    if (asked.length === 0) return usage;
    const values = [currentEnvironmentId(), ...columnsOf(asked)];
    const counters = await this.database.query<CounterRow>(find, values);
    const windows = counters.flatMap(({ place, level, last_event_at: lastEventAt, rules }) => {
      const index = place - 1;
      const { rule, ...key } = asked[index] as CountedBy;
      if (rule === null) usage[index] = level;
      if (rule === null || lastEventAt === null) return [];
      const isKept = rules.some((known) => isOfRule(known, rule));
      const window = windowOf(rule, at);
      return lastEventAt < window.start ? [] : [{ index, key, window, isKept }];
    });
    if (windows.length === 0) return usage;
    const totals = await this.database.query<{ place: number; total: number }>(totalsOf, [
      currentEnvironmentId(),
      ...columnsOf(windows.map(({ key }) => key)),
      windows.map(({ window }) => window.start),
      windows.map(({ window }) => window.end ?? never),
      windows.map(({ isKept }) => isKept),
    ]);
    for (const { place, total } of totals) {
      const found = windows[place - 1];
      if (found) usage[found.index] = total;
    }
    return usage;
  }
}
