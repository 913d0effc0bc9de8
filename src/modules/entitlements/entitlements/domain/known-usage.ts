import {
  isOfRule,
  never,
  type AnchoredRule,
  type StoredRule,
  type UsageWindow,
} from '#modules/entitlements/metering';
import type { Aggregation } from '#libs/business/values/meter';
import { readTally, usageOf, type StoredTally } from '#modules/entitlements/meters';

/** A total that a counter keeps; instants in milliseconds. */
interface StoredWindow {
  start: number;
  end: number;
  total: number;
}

export interface CounterFacts {
  scope: string;
  level: number;
  lastEventAt: number | null;
  rules: StoredRule[];
  /** The newest windows that have begun. */
  windows: StoredWindow[] | null;
}

/** A counter of a meter as it is stored, in the window that is in force. */
export interface MeterCounterFacts extends StoredTally {
  scope: string;
  lastEventAt: number | null;
  start: number;
  end: number;
}

/** As a counter of reports, of one window: it is whole, whichever rule has cut it. */
export const meteredFacts = (
  { scope, lastEventAt, start, end, ...tally }: MeterCounterFacts,
  aggregation: Aggregation,
): CounterFacts => ({
  scope,
  level: 0,
  lastEventAt,
  rules: [],
  windows: [{ start, end, total: usageOf(aggregation.function, readTally(tally)) }],
});

/** Of a meter: the window in force comes with the facts. Who has sent nothing since another one began has used nothing in it. */
export function knownMeterUsage(counter: CounterFacts | undefined, window: UsageWindow): number | undefined {
  if (!counter) return 0;
  const start = window.start.getTime();
  const end = (window.end ?? never).getTime();
  const found = counter.windows?.find((each) => each.start === start && each.end === end);
  if (found) return found.total;
  return counter.lastEventAt === null || counter.lastEventAt < start ? 0 : undefined;
}

/** What the facts tell of the usage in a window: its total in reported units, or how to ask for it. */
export type KnownUsage = { total: number } | { isKept: boolean };

/** Most windows come with the facts; who has reported nothing since the window began has used nothing in it. Domain: entitlements-usage W10, A8 */
export function knownUsage(
  counter: CounterFacts | undefined,
  rule: AnchoredRule,
  window: UsageWindow,
): KnownUsage {
  if (!counter) return { total: 0 };
  const isKept = counter.rules.some((stored) => isOfRule(stored, rule));
  const start = window.start.getTime();
  const end = (window.end ?? never).getTime();
  const found = counter.windows?.find((each) => each.start === start && each.end === end);
  if (isKept && found) return { total: found.total };
  if (counter.lastEventAt === null || counter.lastEventAt < start) return { total: 0 };
  return { isKept };
}
