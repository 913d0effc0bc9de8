import type { FeatureRate, UsageBudget } from '#modules/entitlements/metering';
import type { StoredLife, StoredSource } from '#modules/entitlements/source-history';
import type { EntitlementSource } from './domain/entitlement-source';
import type { ResolvedFeature } from './domain/subscription-resolution';
import type { DeclaredBudget } from './source-budgets.service';
import { isRemembered, ratesAfter } from './domain/rate-in-force';
import { readSource, storedSource } from './stored-source.record';

/** One source of grants as its owner (a subscription, a promotion) declares it. */
export interface DeclaredSource extends Pick<
  EntitlementSource,
  'sourceKind' | 'sourceKey' | 'from' | 'until'
> {
  customerUid: string;
  customerId: string;
  /** Key of the resource, '' for the customer's own level. */
  resourceKey: string;
  resourceId: string | null;
  /** When time next brings something about that its owner carries out: no answer is given past it before (`sourceDue`). */
  dueAt?: Date | null;
  /** By feature uid. */
  features: ReadonlyMap<string, ResolvedFeature>;
  /** Against which usage of what it prices is held. */
  budget?: DeclaredBudget;
  /** At which usage of what it grants is paid in credits, by feature uid. */
  rates?: ReadonlyMap<string, FeatureRate>;
}

interface Snapshot {
  subscriptions: StoredLife[];
  grants: Record<string, StoredSource[]>;
}

interface Declared {
  source: DeclaredSource;
  budget: UsageBudget | undefined;
  now: Date;
}

type Lasting = Pick<StoredLife, 'key' | 'until'>;

/** What the sources of a level grant, with one of them as it is declared now. Domain: entitlements-usage G9 */
export function snapshotWith({ subscriptions, grants }: Snapshot, declared: Declared): Snapshot {
  const { source, now } = declared;
  const isOther = ({ key, until }: Lasting): boolean =>
    key !== source.sourceKey && (until === null || until > now.getTime());
  const byFeature = new Map<string, StoredSource[]>();
  for (const uid of new Set([...Object.keys(grants), ...source.features.keys()])) {
    const stored = grants[uid] ?? [];
    const own = declaredOn(uid, stored, declared);
    const remembered = stored.flatMap((each) => (isOther(each) ? [] : formerOf(each, own, declared)));
    const all = [...stored.filter(isOther), ...remembered, ...own];
    if (all.length > 0) byFeature.set(uid, all);
  }
  const lives = subscriptions.filter((life) => isOther(life) || isDueStill(life, source));
  const isSubscription = source.sourceKind === 'SUBSCRIPTION';
  return {
    subscriptions: isSubscription ? [...lives, lifeOf(source)] : lives,
    grants: Object.fromEntries(byFeature),
  };
}

/** It grants nothing any more, and what time will bring about of it may concern those that do: what depends on it ends with it. */
const isDueStill = ({ key, due }: StoredLife, { sourceKey }: DeclaredSource): boolean =>
  key !== sourceKey && due !== undefined;

function lifeOf({ sourceKey, from, until, dueAt }: DeclaredSource): StoredLife {
  const life = { key: sourceKey, from: from.getTime(), until: until?.getTime() ?? null };
  return dueAt ? { ...life, due: dueAt.getTime() } : life;
}

/** One, or none where it does not name the feature. */
function declaredOn(
  uid: string,
  stored: readonly StoredSource[],
  { source, budget, now }: Declared,
): StoredSource[] {
  const feature = source.features.get(uid);
  if (!feature) return [];
  const { anchor, ...grant } = feature;
  const { resourceKey: scope, sourceKey, from } = source;
  const own = stored.filter(({ key }) => key === sourceKey);
  const before = own.find(({ until }) => until === null || until > now.getTime()) ?? own.at(-1);
  const rates = ratesAfter(before && readSource(before, scope), source.rates?.get(uid), { from, now });
  const isPriced = budget?.features.some((priced) => priced.uid === uid);
  return [storedSource({ ...source, scope, anchor, grant, rates, budget: isPriced ? budget : undefined })];
}

/** It has ended, here or altogether: as far as it was rated it is asked about by usage that comes late. Domain: credits F6 */
function formerOf(
  stored: StoredSource,
  own: readonly StoredSource[],
  { source, now }: Declared,
): StoredSource[] {
  const isOwn = stored.key === source.sourceKey;
  if (isOwn && own.length > 0) return [];
  const until = isOwn ? Math.min(stored.until ?? Infinity, now.getTime()) : stored.until;
  const { budget: _, ...ended } = { ...stored, until };
  return isRemembered(readSource(ended, source.resourceKey), now) ? [ended] : [];
}
