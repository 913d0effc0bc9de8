import { Injectable } from '@nestjs/common';
import { Decimal } from '#libs/kernel/decimal';
import { MachineClock } from '#libs/kernel/clock';
import { addDays } from '#libs/kernel/period';
import { Answers, Follows, Upkeep } from '#libs/messaging/extensions';
import { creditsConsumed } from '#modules/entitlements/credits';
import { entityBudgets, type EntityBudgets, type GovernedReport } from '#modules/entitlements/metering';
import { AttributedUsage, type CountingBudget } from './domain/attributed-usage';
import { namedBy } from './domain/named-entities';
import { AttributionsRepository } from './attributions.repository';
import { CountedBudgets } from './counted-budgets.service';
import { HeldAttributionKeys } from './held-attribution-keys.cache';
import { enforcedWindows, HeldEntityBudgets } from './held-entity-budgets.record';

/** Longer than usage may be told late, so that what a window held is known as long as it may grow. */
const keptDays = 100;
const forgottenAtOnce = 10_000;

/** Usage counts for the budgets of those who are named, in the transaction that counts it. Domain: access-and-events G6, G7; ADR-0125 */
@Injectable()
export class Attributions {
  constructor(
    private readonly repository: AttributionsRepository,
    private readonly counted: CountedBudgets,
    private readonly keys: HeldAttributionKeys,
    private readonly clock: MachineClock,
  ) {}

  @Answers(entityBudgets)
  async hold({ reports }: typeof entityBudgets.facts): Promise<Iterable<EntityBudgets>> {
    const uses = reports.map(({ customerUid, featureUid, governed: { named } }) => ({
      ...{ customerUid, subjectUid: featureUid, named },
    }));
    const counting = await this.repository.countedBy(uses);
    if (counting.every((budgets) => budgets.length === 0)) return [];
    return [await this.held(reports, counting)];
  }

  /** What of it was paid for usage counts by its currency as well. */
  @Follows(creditsConsumed)
  async attributeCredits({ consumed }: typeof creditsConsumed.facts): Promise<void> {
    // Whoever comes first commits what others have asked for too, and their use cases may be over by then.
    const keys = await this.keys.ofEnvironment();
    const spoken = consumed.flatMap((each) => {
      const named = namedBy(each.dimensions, keys);
      return named.length > 0 ? [{ ...each, subjectUid: each.currencyUid, named }] : [];
    });
    if (spoken.length === 0) return;
    const counting = await this.repository.countedBy(spoken);
    const attributed = new AttributedUsage();
    for (const [place, { at, credits }] of spoken.entries())
      for (const budget of counting[place] ?? []) attributed.add(budget, at, credits);
    await this.counted.add(attributed.all);
  }

  @Upkeep('forget-entity-usage', '41 * * * *')
  forget(): Promise<void> {
    return this.repository.forget(addDays(this.clock.now(), -keptDays), forgottenAtOnce);
  }

  private async held(
    reports: readonly GovernedReport[],
    counting: readonly CountingBudget[][],
  ): Promise<EntityBudgets> {
    const budgets = new Map(counting.flat().map((budget) => [budget.uid, budget]));
    const present = await this.repository.lock([...budgets.keys()]);
    const byReport = new Map(
      reports.map((report, place) => [
        report,
        (counting[place] ?? []).map((budget) => ({ ...budget, ...present.get(budget.uid) })),
      ]),
    );
    const windows = enforcedWindows(byReport);
    const totals = windows.length > 0 ? await this.repository.totals(windows) : [];
    const used = windows.map((each, place) => ({ ...each, added: totals[place] ?? new Decimal(0) }));
    return new HeldEntityBudgets(byReport, used, ({ all }) => this.counted.add(all));
  }
}
