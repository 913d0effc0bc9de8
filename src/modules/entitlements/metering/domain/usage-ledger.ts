import type { Dimension } from '#libs/business/values/metered-event';
import { badInput, type DomainError } from '#libs/kernel/errors/domain-error';
import {
  holds,
  rulesWithBoth,
  usageAfter,
  windowOf,
  type AnchoredRule,
  type CounterKey,
  type UpdateBehavior,
} from './counter';
import { requireWithin, type UsageLimit } from './usage-limit';
import { requireBudget, spendOn, type Spend, type Spending } from './spend';
import { periodOf } from './usage-budget';
import {
  isPaid,
  unitsBetween,
  type PaidCredits,
  type PaidReport,
  type PaymentTurn,
  type UsagePayment,
  type UsedUnits,
} from './usage-payment';
import { isGoverned, type AttributionTurn, type GovernedReport, type GovernedUse } from './entity-budgets';
import { keyApart, namedBy, noResource, type KeyedReport } from './report-key';
import type { UsageWindow } from './usage-window';
import { reachedAbove, reachedBetween, type WatchedLimit } from './watched-limit';

/** A report that may be counted: entitled, shaped, with its instant. */
export interface UsageReport extends KeyedReport {
  value: number;
  updateBehavior: UpdateBehavior;
  occurredAt: Date;
  dimensions: Readonly<Record<string, Dimension>> | null;
  /** FLUCTUATING: one running level that no window resets. */
  isGauge: boolean;
  rule: AnchoredRule;
  /** Null: the report is a fact and is counted above every limit. */
  limit: UsageLimit | null;
  /** Null where there is nothing to exceed. */
  watched: WatchedLimit | null;
  /** Absent where nothing is held against a budget. */
  spending?: Spending;
  /** Absent where usage is not paid in credits. */
  payment?: UsagePayment;
  /** Absent where no dimension names who within the customer it was. */
  governed?: GovernedUse;
  /** How it is told, once it is counted, to who wants to hear of each report. */
  told?: ToldReport;
}

export interface ToldReport {
  /** Key or user. */
  reporter: string;
  /** What its caller is answered. */
  answer(measurement: Measurement, credits: PaidCredits | undefined): object;
}

/** Is it held against what counters share? Then no counter can be decided on alone. */
export const drawsOnShared = (report: UsageReport): boolean =>
  report.spending !== undefined || isPaid(report) || isGoverned(report);

/** What the reports of one request are held against together; each absent where none of them is. */
export interface ReportTurns {
  payment?: PaymentTurn | undefined;
  attribution?: AttributionTurn | undefined;
}

const noTurns: ReportTurns = {};

/** A counted report. */
export interface Measurement {
  uid: string;
  delta: number;
  value: number;
  updateBehavior: UpdateBehavior;
  occurredAt: Date;
  recordedAt: Date;
  /** Usage right after it, in reported units. */
  usageAfter: number;
  window: UsageWindow | null;
  /** Its idempotency key, as it is stored. */
  storedKey: string | null;
  /** The resource that it named, where that is not where it counts; `noResource` of a key that came with none; null where that is not told. */
  namedResourceUid: string | null;
  /** Thresholds of its limit that it was the first to reach; absent where it was not. */
  reached?: readonly number[];
}

/** Usage in a window, in reported units. */
export interface WindowTotal {
  readonly window: UsageWindow;
  readonly total: number;
  /** Whether a report was counted in it by a rule that the counter keeps: then the total is kept too. */
  readonly isCounted: boolean;
  /** Whether a row is known to hold it, which then needs no second look. */
  readonly isStored?: boolean;
  /** The highest threshold that was told of, 0 where none was: it never falls. */
  readonly told: number;
}

/** One counter as it was read: what was decided on it may be written while it has that revision still. */
export interface Counter {
  key: CounterKey;
  /** Names its state: no two writes of it give the same one. Null when only the last release has written it. */
  revision: string | null;
  /** False before its first report. */
  isStored: boolean;
  level: number;
  lastSetAt: Date | null;
  lastEventAt: Date | null;
  rules: readonly AnchoredRule[];
  /** The list that its row holds: while it is the same one, nothing of it need be told. */
  storedRules?: readonly AnchoredRule[];
  /** By window: of all that reports may be counted into. */
  totals: Map<string, WindowTotal>;
  /** Counted before, by the idempotency keys as they are stored. */
  known: Map<string, Measurement>;
  /** Of the budget that its reports are held against, which they share with those of other counters. */
  spend?: Spend;
}

const windowKeys = new WeakMap<UsageWindow, string>();

export function windowKey(window: UsageWindow): string {
  const known = windowKeys.get(window);
  if (known !== undefined) return known;
  const key = `${window.start.getTime()}/${window.end?.getTime() ?? ''}`;
  windowKeys.set(window, key);
  return key;
}

/** What the counter keeps totals for with a report of it. */
const rulesAfter = ({ rule, spending }: UsageReport, { rules }: Counter): readonly AnchoredRule[] =>
  rulesWithBoth(rules, rule, spending?.budget.rule);

/** The windows whose totals a report needs: those of every rule that the counter keeps, the one in force first. */
export const windowsOf = (report: UsageReport, counter: Counter): UsageWindow[] =>
  report.isGauge ? [] : rulesAfter(report, counter).map((rule) => windowOf(rule, report.occurredAt));

/**
 * Counts one report on its counter, which has the totals of `windowsOf`. What is refused leaves the counter as it was.
 * A repeated key gives the first measurement again and counts nothing. Domain: entitlements-usage A3–A5, A8, Q12
 * @param turns of the request that it belongs to
 * @throws BadUserInput for a key that came with another value or behavior, EntitlementLimitExceededError past the limit of the
 *   report, a budget or what its wallet pays for, and the range errors of `usageAfter`
 */
export function count(
  report: UsageReport,
  counter: Counter,
  uid: string,
  now: Date,
  turns = noTurns,
): Measurement {
  const repeated = repeatedOf(report, counter);
  if (repeated) return repeated;
  const windows = windowsOf(report, counter);
  const [window] = windows;
  const current = window ? (counter.totals.get(windowKey(window))?.total ?? 0) : counter.level;
  const delta = deltaOf(report, counter, current);
  const after = usageAfter(current, delta);
  const spend = report.spending && counter.spend;
  if (spend) requireBudget(report.spending as Spending, spend, delta, now);
  if (isGoverned(report)) requireEntities(turns.attribution, report, delta);
  if (isPaid(report))
    requireCredits(turns.payment, report, { uid, units: unitsBetween(current, after, report.payment) });
  if (report.limit) requireWithin(report.limit, after, delta);
  if (!report.isGauge) add(counter.totals, windows, report.occurredAt, delta);
  counter.level += delta;
  counter.lastEventAt = laterOf(counter.lastEventAt, report.occurredAt);
  if (!report.isGauge) counter.rules = rulesAfter(report, counter);
  if (report.updateBehavior === 'SET') counter.lastSetAt = laterOf(counter.lastSetAt, report.occurredAt);
  const { value, updateBehavior, occurredAt } = report;
  const told = { uid, delta, value, updateBehavior, occurredAt, recordedAt: now };
  const measurement: Measurement = {
    ...{ ...told, usageAfter: after, window: window ?? null },
    ...{ storedKey: keyToStore(report, counter), namedResourceUid: namedToStore(report) },
  };
  if (report.watched && delta > 0) {
    const reached = reachedIn(window, report.watched, counter, measurement);
    if (reached.length > 0) measurement.reached = reached;
  }
  if (spend) spendReported(spend, report, counter, now);
  if (measurement.storedKey !== null) counter.known.set(measurement.storedKey, measurement);
  return measurement;
}

function requireEntities(turn: AttributionTurn | undefined, report: GovernedReport, delta: number): void {
  const refusal = turn?.ask(report, delta);
  if (refusal) throw refusal;
}

function requireCredits(turn: PaymentTurn | undefined, report: PaidReport, used: UsedUnits): void {
  const refusal = turn?.ask(report, used);
  if (refusal) throw refusal;
}

/** A late report changes what was used of the period that it happened in, and nothing of the one that runs. */
function spendReported(
  spend: Spend,
  { spending, isGauge, featureUid }: UsageReport,
  { level, totals }: Counter,
  now: Date,
): void {
  if (!spending) return;
  const usage = isGauge ? level : totals.get(windowKey(periodOf(spending.budget, now)))?.total;
  spendOn(spend, spending, featureUid, usage, now);
}

/** Another instant or other dimensions are no other report: an application that retries may stamp it anew. */
function repeatedOf(report: UsageReport, { known }: Counter): Measurement | undefined {
  const { idempotencyKey: key } = report;
  if (key === null || known.size === 0) return undefined;
  const plain = known.get(key);
  const before = plain && isOfTheSame(report, plain) ? plain : known.get(keyApart(key, namedBy(report)));
  if (!before) return undefined;
  for (const field of ['value', 'updateBehavior'] as const) {
    if (before[field] !== report[field]) throw otherReport(field, key, before[field]);
  }
  return before;
}

/** Of one resource, as far as it is told. */
const isOfTheSame = (report: UsageReport, { namedResourceUid: named }: Measurement): boolean =>
  report.resourceKey !== '' || named === null || named === namedBy(report);

/** As it is, unless a report of another resource has it. */
const keyToStore = (report: UsageReport, { known }: Counter): string | null => {
  const { idempotencyKey: key } = report;
  return key !== null && known.has(key) ? keyApart(key, namedBy(report)) : key;
};

const namedToStore = ({ resourceKey, idempotencyKey, namedResourceUid }: UsageReport): string | null =>
  namedResourceUid ?? (resourceKey === '' && idempotencyKey !== null ? noResource : null);

const otherReport = (field: string, idempotencyKey: string, before: string | number): DomainError =>
  badInput(
    `${field}: idempotencyKey ${idempotencyKey} has counted a report with ${before}, and counts once; ` +
      `repeat that report as it was, or send a further one with a key of its own`,
  );

/** In a window each threshold once, whatever is given back meanwhile; of a level as often as it rises past it. Domain: entitlements-usage N1 */
function reachedIn(
  window: UsageWindow | undefined,
  watched: WatchedLimit,
  { totals }: Counter,
  { usageAfter: after, delta }: Measurement,
): readonly number[] {
  if (!window) return reachedBetween(watched, after - delta, after);
  const key = windowKey(window);
  const total = totals.get(key);
  if (!total) throw new Error('A window was not counted');
  const reached = reachedAbove(watched, total.told, after);
  const told = reached.at(-1);
  if (told !== undefined) totals.set(key, { ...total, told });
  return reached;
}

/** An old SET never overwrites a newer one: it is kept as a measurement of 0. Domain: entitlements-usage A4 */
function deltaOf(
  { updateBehavior, value, occurredAt }: UsageReport,
  counter: Counter,
  current: number,
): number {
  if (updateBehavior === 'DELTA') return value;
  if (counter.lastSetAt && occurredAt < counter.lastSetAt) return 0;
  // A negative level is refused as a result, not as a step.
  if (value < 0) usageAfter(0, value);
  return value - current;
}

/** Into every window that holds the instant, whichever rule it is of: one that is not kept yet may be in a moment. */
function add(totals: Counter['totals'], windows: readonly UsageWindow[], at: Date, delta: number): void {
  for (const [key, { window, total, isCounted, isStored, told }] of totals) {
    if (holds(window, at)) totals.set(key, { window, total: total + delta, isCounted, isStored, told });
  }
  for (const window of windows) {
    const key = windowKey(window);
    const added = totals.get(key);
    if (added?.isCounted) continue;
    const [total, told] = [added?.total ?? delta, added?.told ?? 0];
    totals.set(key, { window, total, isCounted: true, isStored: false, told });
  }
}

const laterOf = (a: Date | null, b: Date): Date => (a && a.getTime() > b.getTime() ? a : b);
