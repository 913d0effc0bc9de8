import {
  isOfRule,
  never,
  type AnchoredRule,
  type StoredRule,
  type UsageWindow,
} from '#modules/entitlements/metering';

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
