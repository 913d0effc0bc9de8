import { badInput } from '#libs/kernel/errors/domain-error';
import { addMs, earliest } from '#libs/kernel/period';
import type { RuleSince } from '#modules/entitlements/entitlements';
import {
  sameRule,
  usageWindow,
  type AnchoredRule,
  type UsageSpan,
  type UsageWindow,
} from '#modules/entitlements/metering';
import type { HistoryRange } from './history-range';

export type ResetKind = 'PERIODIC_RESET' | 'SUBSCRIPTION_CHANGE_RESET';

/** An instant at which usage began again. */
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
 * The rules that cut the history of what was reported into windows, each from its anchor until the next one's, the first before its
 * anchor too. The rule in force now comes last; where none is, the one by which was counted last. Of equal anchors, the newest rule.
 * Domain: entitlements-usage H2
 * @param kept of the counter, the newest first
 */
export function rulesOfReports(
  inForce: AnchoredRule | undefined,
  kept: readonly AnchoredRule[],
): RuleSince[] {
  const current = inForce ?? kept[0];
  if (!current) return [];
  const byAnchor = new Map([[current.anchor.getTime(), current]]);
  for (const rule of kept) {
    const anchor = rule.anchor.getTime();
    if (rule.anchor < current.anchor && !byAnchor.has(anchor)) byAnchor.set(anchor, rule);
  }
  return [...byAnchor.values()]
    .sort((a, b) => a.anchor.getTime() - b.anchor.getTime())
    .map((rule) => ({ ...rule, since: rule.anchor }));
}

/**
 * The same of what events told: those that were in force, each from then on, the first before that too. The last is what a check goes by
 * now. Domain: entitlements-usage H2
 */
export function rulesOfEvents(
  inForce: AnchoredRule | undefined,
  known: readonly RuleSince[],
  now: Date,
): RuleSince[] {
  const last = known.at(-1);
  // Declared by a process whose clock is ahead, it is known from then on only.
  if (!inForce || (last && sameRule(last, inForce))) return [...known];
  return [...known, { ...inForce, since: now }];
}

/** The window of a history that holds an instant; one without end where no rule cuts it. */
export function windowIn(rules: readonly RuleSince[], at: Date): UsageWindow {
  const place = placeAt(rules, at);
  const rule = rules[place];
  if (!rule) return forever;
  const { start, end } = usageWindow(rule, rule.anchor, at);
  const next = rules[place + 1]?.since;
  return { start, end: next ? earliest(end ?? next, next) : end };
}

const placeAt = (rules: readonly RuleSince[], at: Date): number =>
  Math.max(
    0,
    rules.findLastIndex(({ since }) => since <= at),
  );

/** One span for each point. What lies at an end belongs to the next one; to the last one that reaches now, all that a check counts. */
export function spansOf({ ends, isCurrent }: HistoryRange, rules: readonly RuleSince[]): PointSpan[] {
  let last: UsageWindow | undefined;
  return ends.map((end, index) => {
    const before = ends[index - 1];
    const isNow = isCurrent && index === ends.length - 1;
    const window = windowIn(rules, isNow ? end : addMs(end, -1));
    const goesOn = before !== undefined && last?.start.getTime() === window.start.getTime();
    last = window;
    return { from: goesOn ? before : window.start, until: isNow ? window.end : end, goesOn };
  });
}

/** @throws BadUserInput for a range of too many windows. Domain: entitlements-usage A19, H2 */
export function resetsIn({ from, ends, isCurrent }: HistoryRange, rules: readonly RuleSince[]): UsageReset[] {
  const until = ends.at(-1) as Date;
  const isWithin = (at: Date): boolean => at < until || (isCurrent && at <= until);
  const resets: UsageReset[] = [];
  let before = windowIn(rules, addMs(from, -1));
  for (let at: Date | null = from; at !== null && isWithin(at);) {
    const window = windowIn(rules, at);
    // Another rule may go on with what is used already, and know more or less of it. Who forgets some of it has begun again.
    if (before.start < window.start && resets.push({ at, kind: kindOf(at, window, rules) }) > mostResets)
      throw badInput(`startDate: usage was reset more than ${mostResets} times; ask for a shorter range`);
    [before, at] = [window, window.end];
  }
  return resets;
}

/** The first window begins by its period like any other; a later anchor, and a later beginning within a window, is what a change has set. */
function kindOf(at: Date, { start }: UsageWindow, rules: readonly RuleSince[]): ResetKind {
  const place = placeAt(rules, at);
  const rule = rules[place] as RuleSince;
  const isSet = rule.anchor.getTime() === at.getTime() && (place > 0 || rule.period === null);
  return isSet || start < at ? 'SUBSCRIPTION_CHANGE_RESET' : 'PERIODIC_RESET';
}
