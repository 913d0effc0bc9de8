import type { UsageWindow } from '#modules/entitlements/metering';
import { isLive, type EntitlementSource } from './entitlement-source';
import type { FeatureGrant } from './feature-grant';
import { byGenerosity } from './generosity';
import { isRated, type RatedSource } from './rate-in-force';

/** Whose limit is in force and where its usage is counted. */
export interface GrantedEntitlement extends Pick<
  EntitlementSource,
  'sourceKind' | 'sourceKey' | 'scope' | 'anchor' | 'budget'
> {
  status: 'granted';
  grant: FeatureGrant;
  /** Those that have a rate, or had one: whoever won, `rateInForce` tells what usage takes. Absent where none has. */
  rated?: readonly RatedSource[];
}

/** `revoked`: live sources know the feature but all take it away. `absent`: no live source knows it. */
export type EffectiveEntitlement = GrantedEntitlement | { status: 'revoked' } | { status: 'absent' };

/**
 * The one answer of all sources at an instant: the most generous wins with its limit, scope, anchor and reset, never
 * a sum. Adding a source never reduces access.
 * Domain: entitlements-usage G3, G4, G5.
 *
 * @param sources candidates in scope (entitlements-usage G1), in any order, live or not.
 */
export function effectiveEntitlement(sources: readonly EntitlementSource[], at: Date): EffectiveEntitlement {
  const live = sources.filter((source) => isLive(source, at));
  const granting = inOrder(live.filter(grants));
  const [winner] = granting;
  if (!winner) return { status: live.length > 0 ? 'revoked' : 'absent' };
  const { sourceKind, sourceKey, scope, anchor, budget } = winner;
  const grant = widened(winner.grant, granting);
  const rated = sources.some(isRated) ? sources.filter(isRated) : undefined;
  return { status: 'granted', sourceKind, sourceKey, scope, anchor, grant, budget, rated };
}

/** Those that compete, the winner first. Domain: entitlements-usage G4, G5 */
export const competing = (sources: readonly EntitlementSource[], at: Date): EntitlementSource[] =>
  inOrder(sources.filter((source) => isLive(source, at) && grants(source)));

const grants = ({ grant }: EntitlementSource): boolean => grant.isGranted;

const inOrder = (granting: EntitlementSource[]): EntitlementSource[] =>
  granting.length > 1 ? granting.sort(byGenerosity) : granting;

/**
 * Choice: the winner of entitlements-usage G4 alone could deny what a loser grants, so two things survive from the losers: the values of
 * an ENUM, as sets may be incomparable, and a soft limit, as entitlements-usage G4 puts a larger hard limit above a smaller soft one.
 */
function widened(grant: FeatureGrant, granting: readonly EntitlementSource[]): FeatureGrant {
  if (granting.length === 1) return grant;
  const enumValues = new Set(granting.flatMap((source) => source.grant.enumValues ?? []));
  return {
    ...grant,
    hasSoftLimit: granting.some((source) => source.grant.hasSoftLimit),
    enumValues: enumValues.size > 0 ? [...enumValues] : grant.enumValues,
  };
}

/** A subscription of a level, whatever it grants; milliseconds. */
export interface Life {
  from: number;
  until: number | null;
  /** When time next changes it or what takes its place. */
  due?: number;
}

/** All that an answer is made of besides the sources of its feature. */
export interface Beside {
  levels?: readonly { subscriptions: readonly Life[] }[];
  /** When what it is held against changes: a budget, a wallet. */
  others?: readonly (Date | null | undefined)[];
}

/**
 * The earliest instant after `at` at which the answer can change by itself: a window ends, a source begins or ends, or a subscription of the
 * level does, whatever it grants: that says why something is denied, and another one may grant in its place. What is due of one is told even where
 * it has passed: it could not be carried out yet, so nothing is known of any later instant. Null when only a write can change it.
 * Domain: entitlements-usage G10.
 *
 * @param window the usage window that holds `at`; null where nothing is counted.
 */
export function validUntil(
  sources: readonly EntitlementSource[],
  window: UsageWindow | null,
  at: Date,
  { levels = none, others = none }: Beside = {},
): Date | null {
  const now = at.getTime();
  let earliest = Infinity;
  const note = (change: number): void => {
    if (change > now && change < earliest) earliest = change;
  };
  if (window?.end) note(window.end.getTime());
  for (const other of others) if (other) note(other.getTime());
  for (const { from, until } of sources) {
    note(from.getTime());
    if (until) note(until.getTime());
  }
  for (const { subscriptions } of levels) {
    for (const { from, until, due } of subscriptions) {
      note(from);
      if (until !== null) note(until);
      if (due !== undefined && due < earliest) earliest = due;
    }
  }
  return earliest === Infinity ? null : new Date(earliest);
}

const none: readonly never[] = [];
