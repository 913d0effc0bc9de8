import { isRuleOf, type AnchoredRule } from './domain/counter';
import type { ResetAnchor, ResetPeriod } from './domain/usage-window';

/** A rule as JSON: period, reset configuration, anchor in milliseconds. */
export type StoredRule = [ResetPeriod | null, ResetAnchor | null, number];

export const storedRule = ({ period, accordingTo, anchor }: AnchoredRule): StoredRule => [
  period,
  accordingTo,
  anchor.getTime(),
];

export const readRule = ([period, accordingTo, anchor]: StoredRule): AnchoredRule => ({
  period,
  accordingTo,
  anchor: new Date(anchor),
});

export const isOfRule = ([period, accordingTo, anchor]: StoredRule, rule: AnchoredRule): boolean =>
  isRuleOf(rule, period, accordingTo, anchor);

/** Where PostgreSQL needs an instant for "never": a window without end. */
export const never = new Date('9999-12-31T23:59:59.999Z');

export const endOf = (stored: Date): Date | null => (stored.getTime() === never.getTime() ? null : stored);
