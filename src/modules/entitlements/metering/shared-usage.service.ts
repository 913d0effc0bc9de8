import { Injectable } from '@nestjs/common';
import { Extensions, Survey } from '#libs/messaging/extensions';
import type { Spend } from './domain/spend';
import { isGoverned, type EntityBudgets, type GovernedReport } from './domain/entity-budgets';
import type { GroupShares } from './domain/report-batch';
import type { UsageReport } from './domain/usage-ledger';
import { isPaid, type PaidReport, type UsagePayers } from './domain/usage-payment';
import { Spends, type HeldSpends } from './spends.service';

/** Whose wallets pay for these reports? Held until the end of the transaction; who keeps wallets answers. Domain: credits N6 */
export const usagePayers = new Survey<{ reports: readonly PaidReport[] }, UsagePayers>(
  'metering.usage-payers',
);

/** Whose budgets within their customers count these reports? Held until the end of the transaction. Domain: access-and-events G6 */
export const entityBudgets = new Survey<{ reports: readonly GovernedReport[] }, EntityBudgets>(
  'metering.entity-budgets',
);

/** What reports of several counters are held against, until the end of the transaction. */
export interface HeldShares extends GroupShares {
  spends: HeldSpends;
}

/**
 * Budgets, wallets and budgets of entities, in the unit of work that counts: held in this order and before any counter, so that of all who count
 * for one of them each knows what the others have counted, and nobody waits in a circle. Wallets and entities lie above counters: they are asked
 * for. ADR-0087, ADR-0105, ADR-0125
 */
@Injectable()
export class SharedUsage {
  constructor(
    private readonly spends: Spends,
    private readonly extensions: Extensions,
  ) {}

  async hold(reports: readonly UsageReport[]): Promise<HeldShares> {
    const keys = reports.flatMap(({ customerUid, resourceKey, spending }) =>
      spending ? [{ customerUid, resourceKey, place: spending.budget.place }] : [],
    );
    const spends = await this.spends.hold(keys);
    const payers = await this.payersOf(reports.filter(isPaid));
    return { spends, payers, entities: await this.entitiesOf(reports.filter(isGoverned)) };
  }

  /** What has moved. */
  async keep(spends: readonly Spend[], { payers, entities }: GroupShares): Promise<void> {
    await this.spends.keep(spends);
    await entities?.keep();
    // Time may have moved wallets of which nothing was taken.
    await payers?.keep();
  }

  /** The wallets only; undefined where there is nothing to pay. */
  async payersOf(reports: readonly PaidReport[]): Promise<UsagePayers | undefined> {
    if (reports.length === 0) return undefined;
    const [payers] = await this.extensions.survey(usagePayers, { reports });
    if (!payers) throw new Error('Nobody keeps wallets');
    return payers;
  }

  /** Undefined where none of them has a budget that counts. */
  async entitiesOf(reports: readonly GovernedReport[]): Promise<EntityBudgets | undefined> {
    if (reports.length === 0) return undefined;
    const [entities] = await this.extensions.survey(entityBudgets, { reports });
    return entities;
  }
}
