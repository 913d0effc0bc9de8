import { sameRule, windowOf, type AnchoredRule } from './counter';
import type { Counters, FiledReport } from './report-batch';
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
  reports: readonly FiledReport[],
  counters: Counters,
): Map<Counter, Map<string, WantedWindow>> {
  const wanted = new Map<Counter, Map<string, WantedWindow>>();
  for (const [counter, together] of byCounter(reports, counters)) {
    if (!hasAll(counter, together)) wanted.set(counter, windowsOfOne(counter, together));
  }
  return wanted;
}

/** Its reports that are counted in windows: none of a gauge. */
function byCounter(reports: readonly FiledReport[], counters: Counters): Map<Counter, UsageReport[]> {
  const groups = new Map<Counter, UsageReport[]>();
  for (const { report, counterId } of reports) {
    const counter = counters.get(counterId);
    if (!counter) throw new Error('A counter was not read');
    const group = groups.get(counter);
    const counted = report.isGauge ? [] : [report];
    if (group) group.push(...counted);
    else groups.set(counter, counted);
  }
  return groups;
}

/** Who reports again and again has one rule and is in one window, whose total is there. */
function hasAll({ rules, totals }: Counter, reports: readonly UsageReport[]): boolean {
  const [rule] = rules;
  if (!rule || rules.length > 1 || totals.size !== 1 || reports.length === 0) return false;
  return reports.every(
    (report) =>
      !report.spending &&
      sameRule(rule, report.rule) &&
      totals.has(windowKey(windowOf(rule, report.occurredAt))),
  );
}

function windowsOfOne(counter: Counter, reports: readonly UsageReport[]): Map<string, WantedWindow> {
  const rules: AnchoredRule[] = [...counter.rules];
  const brought = reports.flatMap(({ rule, spending }) => (spending ? [rule, spending.budget.rule] : [rule]));
  for (const rule of brought) if (!rules.some((known) => sameRule(known, rule))) rules.push(rule);
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
