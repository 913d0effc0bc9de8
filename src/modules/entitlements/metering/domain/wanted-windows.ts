import { grouped } from '#libs/kernel/grouped';
import { sameRule, windowOf, type AnchoredRule } from './counter';
import { counterId, type Counters } from './report-batch';
import { windowKey, type Counter, type UsageReport } from './usage-ledger';
import type { UsageWindow } from './usage-window';

/** A window whose total reports may be counted into. */
export interface WantedWindow {
  window: UsageWindow;
  /** Whether the counter kept a total of it so far, or its measurements must be added up. */
  isKept: boolean;
}

/** By counter and by window: every rule that it keeps or that one of the reports brings, at the instant of each of them. */
export function wantedWindows(
  reports: readonly UsageReport[],
  counters: Counters,
): Map<Counter, Map<string, WantedWindow>> {
  const wanted = new Map<Counter, Map<string, WantedWindow>>();
  for (const [id, together] of grouped(reports, counterId)) {
    const counter = counters.get(id);
    if (!counter) throw new Error('A counter was not read');
    wanted.set(
      counter,
      windowsOfOne(
        counter,
        together.filter(({ isGauge }) => !isGauge),
      ),
    );
  }
  return wanted;
}

function windowsOfOne(counter: Counter, reports: readonly UsageReport[]): Map<string, WantedWindow> {
  const rules: AnchoredRule[] = [...counter.rules];
  for (const { rule } of reports) if (!rules.some((known) => sameRule(known, rule))) rules.push(rule);
  const windows = new Map<string, WantedWindow>();
  for (const { occurredAt } of reports) {
    for (const [place, rule] of rules.entries()) {
      const window = windowOf(rule, occurredAt);
      const key = windowKey(window);
      const isKept = place < counter.rules.length;
      // One window of two rules is told once; what either of them keeps is kept.
      if (isKept || !windows.has(key)) windows.set(key, { window, isKept });
    }
  }
  return windows;
}
