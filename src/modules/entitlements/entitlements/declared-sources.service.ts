import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { SourceHistory } from '#modules/entitlements/source-history';
import type { EntitlementSource } from './domain/entitlement-source';
import type { ResolvedFeature } from './domain/subscription-resolution';
import { SourceBudgets, type DeclaredBudget } from './source-budgets.service';
import { storedSource } from './stored-source.record';

/** One source of grants as its owner (a subscription, a promotion) declares it. */
export interface DeclaredSource extends Pick<
  EntitlementSource,
  'sourceKind' | 'sourceKey' | 'from' | 'until'
> {
  customerUid: string;
  /** Key of the resource, '' for the customer's own level. */
  resourceKey: string;
  /** When time next brings something about that its owner carries out: no answer is given past it before (`sourceDue`). */
  dueAt?: Date | null;
  /** By feature uid. */
  features: ReadonlyMap<string, ResolvedFeature>;
  /** Against which usage of what it prices is held. */
  budget?: DeclaredBudget;
}

/** Where sources are declared one at a time. */
export type SourceLevel = Pick<DeclaredSource, 'customerUid' | 'resourceKey'>;

/** What sources grant, as their owners declare it. */
@Injectable()
export class DeclaredSources {
  constructor(
    private readonly history: SourceHistory,
    private readonly budgets: SourceBudgets,
    private readonly clock: Clock,
  ) {}

  /** Those of which sources will be declared in this turn. */
  hold(levels: readonly SourceLevel[]): Promise<void> {
    return this.history.holdLevels(levels);
  }

  /** Replaces what a source grants, in the transaction of its change: the next check sees it. Domain: entitlements-usage G9 */
  async declare(source: DeclaredSource): Promise<void> {
    const { customerUid, resourceKey, sourceKey, from, until, dueAt } = source;
    const now = this.clock.now();
    const budget = source.budget && (await this.budgets.declare(source, source.budget, now));
    const priced = new Set(budget?.features.map(({ uid }) => uid));
    const isOther = (stored: { key: string; until: number | null }) =>
      stored.key !== sourceKey && (stored.until === null || stored.until > now.getTime());
    await this.history.declare(customerUid, resourceKey, now, ({ subscriptions, grants }) => {
      const kept = Object.entries(grants).map(([uid, sources]) => [uid, sources.filter(isOther)] as const);
      const byFeature = new Map(kept.filter(([, sources]) => sources.length > 0));
      for (const [uid, { anchor, ...grant }] of source.features) {
        const own = { ...source, scope: resourceKey, budget: priced.has(uid) ? budget : undefined };
        const stored = storedSource({ ...own, anchor, grant });
        byFeature.set(uid, [...(byFeature.get(uid) ?? []), stored]);
      }
      const lives = subscriptions.filter(isOther);
      const life = {
        ...{ key: sourceKey, from: from.getTime(), until: until?.getTime() ?? null },
        ...(dueAt && { due: dueAt.getTime() }),
      };
      const isSubscription = source.sourceKind === 'SUBSCRIPTION';
      return {
        subscriptions: isSubscription ? [...lives, life] : lives,
        grants: Object.fromEntries(byFeature),
      };
    });
    if (!budget) await this.budgets.withdraw(source, now);
  }
}
