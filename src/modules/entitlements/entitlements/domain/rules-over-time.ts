import { sameRule, type AnchoredRule } from '#modules/entitlements/metering';
import { effectiveEntitlement } from './effective-entitlement';
import type { EntitlementSource } from './entitlement-source';

/** A rule that was in force from an instant on, until the next one. */
export interface RuleSince extends AnchoredRule {
  since: Date;
}

/** What a source granted, from the instant on at which it was declared; null: nothing. */
export interface SourceState {
  knownFrom: Date;
  sourceKey: string;
  source: EntitlementSource | null;
}

/**
 * The rules by which the winner of each instant was counted, as it was known then, the first one first. Where nothing was in force, the rule
 * before goes on. Domain: entitlements-usage G4, H2, Q15
 * @param states of one level, in the order in which they were declared
 */
export function rulesOverTime(states: readonly SourceState[], until: Date): RuleSince[] {
  const rules: RuleSince[] = [];
  const known = new Map<string, EntitlementSource>();
  let next = 0;
  for (const since of changesIn(states, until)) {
    for (let state = states[next]; state && state.knownFrom <= since; state = states[++next]) {
      if (state.source) known.set(state.sourceKey, state.source);
      else known.delete(state.sourceKey);
    }
    const winner = effectiveEntitlement([...known.values()], since);
    if (winner.status !== 'granted') continue;
    const rule = { ...winner.grant.reset, anchor: winner.anchor };
    const last = rules.at(-1);
    if (!last || !sameRule(last, rule)) rules.push({ ...rule, since });
  }
  return rules;
}

/** Instants at which another source may win: one is declared, begins or ends. */
function changesIn(states: readonly SourceState[], until: Date): Date[] {
  const instants = states.flatMap(({ knownFrom, source }) => [
    knownFrom,
    source?.from ?? knownFrom,
    source?.until ?? knownFrom,
  ]);
  const times = new Set(instants.map((at) => at.getTime()).filter((at) => at <= until.getTime()));
  return [...times].sort((a, b) => a - b).map((at) => new Date(at));
}
