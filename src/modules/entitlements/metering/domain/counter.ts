import { DomainError } from '#libs/kernel/errors/domain-error';
import {
  splitAt,
  usageWindow,
  type ResetAnchor,
  type ResetPeriod,
  type ResetRule,
  type UsageWindow,
} from './usage-window';

export type UpdateBehavior = 'DELTA' | 'SET';

/** A rule with the instant from which its windows are counted: what a counter keeps totals for. */
export interface AnchoredRule extends ResetRule {
  anchor: Date;
  /** Of the periods of a budget, from when on something is spent: the window that holds it begins there. Absent of all other rules. */
  spentFrom?: Date;
}

/** What is counted together: usage of one feature by one customer, on one resource or ('') on none. Domain: entitlements-usage H3 */
export interface CounterKey {
  customerUid: string;
  resourceKey: string;
  featureUid: string;
}

/** How many rules a counter keeps totals for; an older one is counted again from the measurements when it comes back. */
const keptRules = 8;

export const sameRule = (
  a: AnchoredRule,
  { period, accordingTo, anchor, spentFrom }: AnchoredRule,
): boolean => isRuleOf(a, period, accordingTo, anchor.getTime(), spentFrom?.getTime());

/** The same of parts, instants in milliseconds. */
export const isRuleOf = (
  rule: AnchoredRule,
  period: ResetPeriod | null,
  accordingTo: ResetAnchor | null,
  anchorMs: number,
  spentFromMs?: number,
): boolean =>
  rule.period === period &&
  (rule.accordingTo ?? 'SubscriptionStart') === (accordingTo ?? 'SubscriptionStart') &&
  rule.anchor.getTime() === anchorMs &&
  rule.spentFrom?.getTime() === spentFromMs;

/** The rule in force first; the same list where it is so already. */
export function rulesWith(rules: readonly AnchoredRule[], rule: AnchoredRule): readonly AnchoredRule[] {
  const [first] = rules;
  if (first && sameRule(first, rule)) return rules;
  return [rule, ...rules.filter((known) => !sameRule(known, rule))].slice(0, keptRules);
}

/**
 * The same, and beside it a rule of bills, which stands behind the one in force. Domain: customers-subscriptions O3
 * @param billed undefined where nothing is held against a budget
 */
export function rulesWithBoth(
  rules: readonly AnchoredRule[],
  rule: AnchoredRule,
  billed: AnchoredRule | undefined,
): readonly AnchoredRule[] {
  const own = rulesWith(rules, rule);
  if (!billed || own.some((known) => sameRule(known, billed))) return own;
  const [first = rule, ...others] = own;
  return [first, billed, ...others].slice(0, keptRules);
}

/** Of each rule the window that was asked about last: the windows of a rule divide time, so who lies in it need not look further. */
const lastWindows = new WeakMap<AnchoredRule, UsageWindow>();

export function windowOf(rule: AnchoredRule, at: Date): UsageWindow {
  const last = lastWindows.get(rule);
  if (last && holds(last, at)) return last;
  const whole = usageWindow(rule, rule.anchor, at);
  const window = rule.spentFrom ? splitAt(whole, rule.spentFrom, at) : whole;
  lastWindows.set(rule, window);
  return window;
}

/** By their numbers: to compare instants themselves calls a function of each, twenty times as long. */
export function holds({ start, end }: UsageWindow, at: Date): boolean {
  const ms = at.getTime();
  return start.getTime() <= ms && (end === null || ms < end.getTime());
}

/**
 * Usage after a change, in reported units.
 * @throws UsageMeasurementDiffOutOfRangeError for a step past 2^53-1, EntitlementUsageOutOfRangeError for a result below 0
 *   or past 2^53-1. Domain: entitlements-usage A3
 */
export function usageAfter(current: number, delta: number): number {
  if (!Number.isSafeInteger(delta)) {
    throw new DomainError('UsageMeasurementDiffOutOfRangeError', `value: a step of ${delta} is out of range`);
  }
  const after = current + delta;
  if (after < 0) {
    throw new DomainError(
      'EntitlementUsageOutOfRangeError',
      `value: usage would fall below 0 (${current} ${delta})`,
    );
  }
  if (!Number.isSafeInteger(after)) {
    throw new DomainError(
      'EntitlementUsageOutOfRangeError',
      `value: usage would pass ${Number.MAX_SAFE_INTEGER}`,
    );
  }
  return after;
}
