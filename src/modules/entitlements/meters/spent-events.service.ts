import { Injectable } from '@nestjs/common';
import {
  periodOf,
  spendId,
  spendOn,
  Spends,
  windowKey,
  type HeldSpends,
  type Spend,
  type SpendKey,
  type UsageWindow,
} from '#modules/entitlements/metering';
import type { AttributedCounter } from './domain/fed-event';
import { usageOf } from './domain/meter-tally';
import type { MovedCounter } from './event-counting.repository';
import { MeterFoldsReader } from './meter-folds.reader';

/** What events spend of budgets, in the unit of work that counts them. Domain: customers-subscriptions O3 */
@Injectable()
export class SpentEvents {
  constructor(
    private readonly spends: Spends,
    private readonly folds: MeterFoldsReader,
  ) {}

  /** Before any counter is written or locked. */
  hold(heads: readonly AttributedCounter[]): Promise<HeldSpends> {
    return this.spends.hold(heads.flatMap((head) => spendKeyOf(head) ?? []));
  }

  async keep(held: HeldSpends, moved: readonly MovedCounter[], now: Date): Promise<void> {
    if (held.size === 0) return;
    const spent = new Set<Spend>();
    for (const each of moved) {
      const { head } = each;
      const key = spendKeyOf(head);
      const spend = key && held.get(spendId(key));
      if (!spend || !head.spending) continue;
      const period = periodOf(head.spending.budget, now);
      spendOn(spend, head.spending, head.key.featureUid, await this.usageIn(period, each), now);
      spent.add(spend);
    }
    await this.spends.keep([...spent]);
  }

  /** Most periods of bills are the windows of their features; else the days that were counted are added up. */
  private async usageIn(period: UsageWindow, { head, usage }: MovedCounter): Promise<number> {
    if (head.isGauge || windowKey(head.window) === windowKey(period)) return usage;
    const { key, meterUid, aggregation } = head;
    const [tally] = await this.folds.of([{ key, meterUid, aggregation, window: period }]);
    return tally ? usageOf(aggregation.function, tally) : 0;
  }
}

const spendKeyOf = ({ key, spending }: AttributedCounter): SpendKey | undefined =>
  spending && { customerUid: key.customerUid, resourceKey: key.resourceKey, place: spending.budget.place };
