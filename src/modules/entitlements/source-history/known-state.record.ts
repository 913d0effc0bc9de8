import type { FeatureStatus, FeatureType, MeterType, UnitTransformation } from '#modules/catalog/features';
import type { StoredLife, StoredSource } from './stored-source.record';

/** A state of a source; instants in milliseconds. */
export interface KnownSource {
  /** Key of the resource, '' for the customer's own level. */
  scope: string;
  /** Of its snapshot, when it came into this state. */
  updatedAt: number;
  key: string;
  kind: StoredSource['kind'];
  from: number;
  until: number | null;
  /** By feature uid; null from the instant on at which the source was withdrawn. */
  granted: Record<string, StoredSource> | null;
}

/** What a source grants of one feature, from an instant on at which it was declared; null: nothing. */
export interface GrantState {
  /** Milliseconds. */
  knownFrom: number;
  sourceKey: string;
  source: StoredSource | null;
}

export interface KnownFeature {
  uid: string;
  id: string;
  displayName: string;
  featureType: FeatureType;
  meterType: MeterType;
  featureStatus: FeatureStatus;
  hasMeter: boolean;
  unitTransformation: UnitTransformation | null;
}

/** What a snapshot of one level held, by feature uid. */
export interface KnownScope {
  scope: string;
  /** When a source of it was last declared otherwise. */
  updatedAt: number;
  subscriptions: StoredLife[];
  grants: Record<string, StoredSource[]>;
}

/** When time next changes a subscription, by its key; milliseconds. */
export type DueSubscriptions = Readonly<Record<string, number>>;

/** The levels as their snapshots would tell them. Ended sources are among theirs. */
export function scopesOf(sources: readonly KnownSource[], dues: DueSubscriptions): KnownScope[] {
  const scopes = new Map<string, KnownScope>();
  for (const { scope, updatedAt, key, kind, from, until, granted } of sources) {
    const level = scopes.get(scope) ?? { scope, updatedAt, subscriptions: [], grants: {} };
    scopes.set(scope, level);
    level.updatedAt = Math.max(level.updatedAt, updatedAt);
    if (granted === null) continue;
    const due = dues[key];
    if (kind === 'SUBSCRIPTION')
      level.subscriptions.push({ key, from, until, ...(due !== undefined && { due }) });
    for (const [uid, source] of Object.entries(granted)) (level.grants[uid] ??= []).push(source);
  }
  return [...scopes.values()];
}
