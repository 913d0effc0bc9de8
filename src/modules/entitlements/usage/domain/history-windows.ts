import { badInput } from '#libs/kernel/errors/domain-error';
import { addMs, earliest } from '#libs/kernel/period';
import {
  usageWindow,
  type AnchoredRule,
  type UsageSpan,
  type UsageWindow,
} from '#modules/entitlements/metering';
import type { HistoryRange } from './history-range';

export type ResetKind = 'PERIODIC_RESET' | 'SUBSCRIPTION_CHANGE_RESET';

/** An instant at which usage began again from zero. */
export interface UsageReset {
  at: Date;
  kind: ResetKind;
}

/** What one point tells: the sum of a span, on top of what the point before tells where that lies in the same window. */
export interface PointSpan extends UsageSpan {
  goesOn: boolean;
}

/** Windows of an HOUR of more than a year. */
const mostResets = 10_000;

const forever: UsageWindow = { start: new Date(0), end: null };

/**
 * The rules that cut a history into windows, each from its anchor until the next one's, the first before its anchor too.
 * The rule in force now comes last; where none is, the one by which was counted last. Of equal anchors, the newest rule.
 * Domain: entitlements-usage H2
 * @param kept of the counter, the newest first
 */
export function rulesOfHistory(
  inForce: AnchoredRule | undefined,
  kept: readonly AnchoredRule[],
): AnchoredRule[] {
  const current = inForce ?? kept[0];
  if (!current) return [];
  const byAnchor = new Map([[current.anchor.getTime(), current]]);
  for (const rule of kept) {
    const anchor = rule.anchor.getTime();
    if (rule.anchor < current.anchor && !byAnchor.has(anchor)) byAnchor.set(anchor, rule);
  }
  return [...byAnchor.values()].sort((a, b) => a.anchor.getTime() - b.anchor.getTime());
}

/** The window of a history that holds an instant; one without end where no rule cuts it. */
export function windowIn(rules: readonly AnchoredRule[], at: Date): UsageWindow {
  const place = Math.max(
    0,
    rules.findLastIndex(({ anchor }) => anchor <= at),
  );
  const rule = rules[place];
  if (!rule) return forever;
  const { start, end } = usageWindow(rule, rule.anchor, at);
  const next = rules[place + 1]?.anchor;
  return { start, end: next ? earliest(end ?? next, next) : end };
}

/** One span for each point. What lies at an end belongs to the next one; to the last one that reaches now, all that a check counts. */
export function spansOf({ ends, isCurrent }: HistoryRange, rules: readonly AnchoredRule[]): PointSpan[] {
  return ends.map((end, index) => {
    const before = ends[index - 1];
    const isNow = isCurrent && index === ends.length - 1;
    const window = windowIn(rules, isNow ? end : addMs(end, -1));
    const goesOn = before !== undefined && window.start < before;
    return { from: goesOn ? before : window.start, until: isNow ? window.end : end, goesOn };
  });
}

/** @throws BadUserInput for a range of too many windows. Domain: entitlements-usage A19, H2 */
export function resetsIn(
  { from, ends, isCurrent }: HistoryRange,
  rules: readonly AnchoredRule[],
): UsageReset[] {
  const until = ends.at(-1) as Date;
  const isWithin = (at: Date): boolean => at < until || (isCurrent && at <= until);
  const resets: UsageReset[] = [];
  let { start: at, end } = windowIn(rules, from);
  if (at < from) at = end ?? addMs(until, 1);
  while (isWithin(at)) {
    if (resets.push({ at, kind: kindOf(at, rules) }) > mostResets)
      throw badInput(`startDate: usage was reset more than ${mostResets} times; ask for a shorter range`);
    ({ end } = windowIn(rules, at));
    if (end === null) break;
    at = end;
  }
  return resets;
}

/** The first window begins by its period like any other; a later anchor is what a change has set. */
function kindOf(at: Date, rules: readonly AnchoredRule[]): ResetKind {
  const [first, ...changed] = rules;
  const isOf = ({ anchor }: AnchoredRule): boolean => anchor.getTime() === at.getTime();
  const isChange = changed.some(isOf) || (first?.period === null && isOf(first));
  return isChange ? 'SUBSCRIPTION_CHANGE_RESET' : 'PERIODIC_RESET';
}
