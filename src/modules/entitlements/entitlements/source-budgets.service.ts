import { Injectable } from '@nestjs/common';
import { isSpent, Spends, type UsageBudget } from '#modules/entitlements/metering';
import { UsageUntil } from './usage-until.service';

/** The budget of a source, as its owner declares it. */
export type DeclaredBudget = Omit<UsageBudget, 'place'>;

interface Owner {
  customerUid: string;
  resourceKey: string;
  sourceKey: string;
  until: Date | null;
}

/** What was spent of a budget is known from its declaration on. Domain: customers-subscriptions O3 */
@Injectable()
export class SourceBudgets {
  constructor(
    private readonly spends: Spends,
    private readonly usage: UsageUntil,
  ) {}

  /** Counts what was used of the running period, whatever was priced before: by now something else may be. */
  async declare(
    { customerUid, resourceKey, sourceKey }: Owner,
    declared: DeclaredBudget,
    now: Date,
  ): Promise<UsageBudget> {
    const level = { customerUid, resourceKey };
    const spend = await this.spends.of({ ...level, sourceKey });
    const budget = { ...declared, place: spend.key.place };
    const { start, used } = await this.usage.ofBudget(level, budget, now);
    await this.spends.recount({ ...spend, start, used, isReached: isSpent(budget, used) });
    return budget;
  }

  /** One that was lifted may come back within its period; nothing comes back of what has ended. */
  async withdraw({ until, ...owner }: Owner, now: Date): Promise<void> {
    if (until !== null && until <= now) await this.spends.forget(owner);
  }
}
