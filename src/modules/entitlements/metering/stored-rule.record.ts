import { isRuleOf, type AnchoredRule } from './domain/counter';
import type { ResetAnchor, ResetPeriod } from './domain/usage-window';

/** A rule as JSON: period, reset configuration, anchor and where it has one the begin of spending in milliseconds. */
export type StoredRule = [
  period: ResetPeriod | null,
  accordingTo: ResetAnchor | null,
  anchor: number,
  spentFrom?: number,
];

export const storedRule = ({ period, accordingTo, anchor, spentFrom }: AnchoredRule): StoredRule =>
  spentFrom
    ? [period, accordingTo, anchor.getTime(), spentFrom.getTime()]
    : [period, accordingTo, anchor.getTime()];

export const readRule = ([period, accordingTo, anchor, spentFrom]: StoredRule): AnchoredRule =>
  spentFrom === undefined
    ? { period, accordingTo, anchor: new Date(anchor) }
    : { period, accordingTo, anchor: new Date(anchor), spentFrom: new Date(spentFrom) };

export const isOfRule = ([period, accordingTo, anchor, spentFrom]: StoredRule, rule: AnchoredRule): boolean =>
  isRuleOf(rule, period, accordingTo, anchor, spentFrom);

/** Where PostgreSQL needs an instant for "never": a window without end. */
export const never = new Date('9999-12-31T23:59:59.999Z');

export const endOf = (stored: Date): Date | null => (stored.getTime() === never.getTime() ? null : stored);
