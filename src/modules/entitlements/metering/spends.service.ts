import { Injectable } from '@nestjs/common';
import { inTheNameOf } from '#libs/context/request-context';
import { Change, Extensions } from '#libs/messaging/extensions';
import { Within } from '#libs/use-cases/use-case';
import { spendId, type Spend, type SpendKey } from './domain/spend';
import { SpendsRepository, type SpendOwner } from './spends.repository';

/** A budget is spent, by usage that this transaction counts: told once a period. */
export interface SpentBudget {
  customerUid: string;
  resourceKey: string;
  /** Of the source that the budget belongs to. */
  sourceKey: string;
}

/** Raised in the commit of the usage that has reached a budget. Domain: customers-subscriptions O3 */
export const budgetReached = new Change<SpentBudget>('metering.budget-reached');

/** Spends of a transaction, by id. */
export type HeldSpends = ReadonlyMap<string, Spend>;

const none: HeldSpends = new Map();

/**
 * What is spent of budgets, in the unit of work that counts. Held before any counter: so of all who count for one of them, whichever feature
 * they tell of, each knows what the others have counted. ADR-0087
 */
@Injectable()
export class Spends {
  constructor(
    private readonly spends: SpendsRepository,
    private readonly extensions: Extensions,
  ) {}

  async hold(keys: readonly SpendKey[]): Promise<HeldSpends> {
    if (keys.length === 0) return none;
    const spends = await this.spends.lock(keys);
    return new Map(spends.map((spend) => [spendId(spend.key), spend]));
  }

  /** Of a source, made where it has none; nobody counts for it until the end of the transaction. */
  @Within()
  of(owner: SpendOwner): Promise<Spend> {
    return this.spends.hold(owner);
  }

  /** As somebody has counted it anew. */
  @Within()
  recount(spend: Spend): Promise<void> {
    return this.spends.write([spend]);
  }

  @Within()
  forget(owner: SpendOwner): Promise<void> {
    return this.spends.remove(owner);
  }

  /** Those that have moved. */
  async keep(spends: readonly Spend[]): Promise<void> {
    if (spends.length === 0) return;
    await this.spends.write(spends);
    for (const { key, sourceKey, reachedBy } of spends) {
      if (reachedBy === undefined) continue;
      const { customerUid, resourceKey } = key;
      await inTheNameOf(reachedBy, 'tellBudget', () =>
        this.extensions.announce(budgetReached, { customerUid, resourceKey, sourceKey }),
      );
    }
  }
}
