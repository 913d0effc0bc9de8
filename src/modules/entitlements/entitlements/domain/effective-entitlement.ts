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

/**
 * The earliest instant after `at` at which the answer can change by itself: a window ends, a source begins or ends.
 * Null when only a write can change it. Domain: entitlements-usage G10.
 *
 * @param window the usage window that holds `at`; null where nothing is counted.
 * @param others when what it is held against changes: a budget, a wallet.
 */
export function validUntil(
  sources: readonly EntitlementSource[],
  window: UsageWindow | null,
  at: Date,
  others: readonly (Date | null | undefined)[] = [],
): Date | null {
  let earliest: Date | null = null;
  const note = (change: Date | null | undefined): void => {
    if (change && change > at && (earliest === null || change < earliest)) earliest = change;
  };
  note(window?.end);
  for (const other of others) note(other);
  for (const { from, until } of sources) {
    note(from);
    note(until);
  }
  return earliest;
}
