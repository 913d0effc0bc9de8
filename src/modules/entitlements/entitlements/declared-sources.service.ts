import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { SourceHistory } from '#modules/entitlements/source-history';
import { snapshotWith, type DeclaredSource } from './declared-snapshot.record';
import { EntitlementNews, type EntitlementsOf, type ToldLevel } from './entitlement-news.service';
import { SourceBudgets } from './source-budgets.service';

/** Where sources are declared one at a time. */
export type SourceLevel = Pick<DeclaredSource, 'customerUid' | 'resourceKey'>;

/** What sources grant, as their owners declare it. */
@Injectable()
export class DeclaredSources {
  constructor(
    private readonly history: SourceHistory,
    private readonly budgets: SourceBudgets,
    private readonly news: EntitlementNews,
    private readonly clock: Clock,
  ) {}

  /** Those of which sources will be declared in this turn. */
  hold(levels: readonly SourceLevel[]): Promise<void> {
    return this.history.holdLevels(levels);
  }

  /** Replaces what a source grants, in the transaction of its change: the next check sees it. Domain: entitlements-usage G9 */
  async declare(source: DeclaredSource, entitlementsOf: EntitlementsOf): Promise<void> {
    const { customerUid, resourceKey } = source;
    const now = this.clock.now();
    const budget = source.budget && (await this.budgets.declare(source, source.budget, now));
    const state = await this.history.declare(customerUid, resourceKey, now, (snapshot) =>
      snapshotWith(snapshot, { source, budget, now }),
    );
    if (!budget) await this.budgets.withdraw(source, now);
    this.news.tell(source, state, entitlementsOf);
  }

  /** Something besides what sources grant says what may be done: another state of the same sources. Domain: entitlements-usage G9 */
  async retell(level: ToldLevel, entitlementsOf: EntitlementsOf): Promise<void> {
    const { customerUid, resourceKey } = level;
    const state = await this.history.declare(
      customerUid,
      resourceKey,
      this.clock.now(),
      (snapshot) => snapshot,
    );
    this.news.tell(level, state, entitlementsOf);
  }
}
