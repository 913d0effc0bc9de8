import { badInput, type DomainError } from '#libs/kernel/errors/domain-error';
import {
  rulesWith,
  usageAfter,
  windowOf,
  type AnchoredRule,
  type CounterKey,
  type UpdateBehavior,
} from './counter';
import type { UsageWindow } from './usage-window';

/** A report that may be counted: entitled, shaped, with its instant. */
export interface UsageReport extends CounterKey {
  value: number;
  updateBehavior: UpdateBehavior;
  occurredAt: Date;
  idempotencyKey: string | null;
  /** Written for the last release, which reads it while it runs beside this one; a migration of the next takes it away. */
  fingerprint: string;
  dimensions: Record<string, unknown> | null;
  /** FLUCTUATING: one running level that no window resets. */
  isGauge: boolean;
  rule: AnchoredRule;
}

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
}

/** One counter as it was locked. */
export interface Counter {
  key: CounterKey;
  level: number;
  lastSetAt: Date | null;
  lastEventAt: Date | null;
  rules: AnchoredRule[];
  /** Totals by window, of those that this batch touches. */
  totals: Map<string, number>;
  /** Counted before under these idempotency keys. */
  known: Map<string, Measurement>;
}

export const windowKey = ({ start, end }: UsageWindow): string =>
  `${start.getTime()}/${end?.getTime() ?? ''}`;

/** The windows whose totals a report needs: those of every rule that the counter keeps, the one in force first. */
export const windowsOf = (report: UsageReport, counter: Counter): UsageWindow[] =>
  report.isGauge
    ? []
    : rulesWith(counter.rules, report.rule).map((rule) => windowOf(rule, report.occurredAt));

/**
 * Counts one report on its counter, which the caller holds locked with the totals of `windowsOf` loaded.
 * A repeated key gives the first measurement again and counts nothing. Domain: entitlements-usage A3–A5, A8
 * @throws BadUserInput for a key that came with another value or behavior, and the range errors of `usageAfter`
 */
export function count(report: UsageReport, counter: Counter, uid: string, now: Date): Measurement {
  const repeated = repeatedOf(report, counter);
  if (repeated) return repeated;
  const windows = windowsOf(report, counter);
  const [window] = windows;
  const current = window ? (counter.totals.get(windowKey(window)) ?? 0) : counter.level;
  const delta = deltaOf(report, counter, current);
  const after = usageAfter(current, delta);
  for (const each of windows) add(counter.totals, windowKey(each), delta);
  counter.level += delta;
  counter.lastEventAt = laterOf(counter.lastEventAt, report.occurredAt);
  if (!report.isGauge) counter.rules = rulesWith(counter.rules, report.rule);
  if (report.updateBehavior === 'SET') counter.lastSetAt = laterOf(counter.lastSetAt, report.occurredAt);
  const { value, updateBehavior, occurredAt, idempotencyKey } = report;
  const told = { uid, delta, value, updateBehavior, occurredAt, recordedAt: now };
  const measurement = { ...told, usageAfter: after, window: window ?? null };
  if (idempotencyKey !== null) counter.known.set(idempotencyKey, measurement);
  return measurement;
}

/** Another instant or other dimensions are no other report: an application that retries may stamp it anew. */
function repeatedOf(report: UsageReport, { known }: Counter): Measurement | undefined {
  const { idempotencyKey } = report;
  const before = idempotencyKey === null ? undefined : known.get(idempotencyKey);
  if (!before) return undefined;
  for (const field of ['value', 'updateBehavior'] as const) {
    if (before[field] !== report[field]) throw otherReport(field, idempotencyKey, before[field]);
  }
  return before;
}

const otherReport = (field: string, idempotencyKey: string | null, before: string | number): DomainError =>
  badInput(
    `${field}: idempotencyKey ${idempotencyKey} has counted a report with ${before}, and counts once; ` +
      `repeat that report as it was, or send a further one with a key of its own`,
  );

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

const add = (totals: Map<string, number>, key: string, delta: number): void =>
  void totals.set(key, (totals.get(key) ?? 0) + delta);

const laterOf = (a: Date | null, b: Date): Date => (a && a > b ? a : b);
