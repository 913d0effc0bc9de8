import { Injectable } from '@nestjs/common';
import type { Aggregation } from '#libs/business/values/meter';
import { addMs, earliest } from '#libs/kernel/period';
import {
  MeteringService,
  periodOf,
  type CountedSpan,
  type CounterKey,
  type PeriodSpend,
  type UsageBudget,
} from '#modules/entitlements/metering';
import { MetersService } from '#modules/entitlements/meters';

/** Whose usage is asked for: by a meter, or as it was reported. */
export interface AskedUsage extends CountedSpan {
  meter: { uid: string; aggregation: Aggregation } | null;
}

/** The first instant of all. */
export const ever = new Date(0);

/** What had happened until an instant, late reports too: from measurements and events, not from totals, which have what happened later. */
@Injectable()
export class UsageUntil {
  constructor(
    private readonly metering: MeteringService,
    private readonly meters: MetersService,
  ) {}

  /** In the order of what is asked: reports in one statement, events meter by meter. Of what is undefined nothing is counted. */
  async of(asked: readonly (AskedUsage | undefined)[]): Promise<number[]> {
    const reported = asked.filter((each) => each && !each.meter) as AskedUsage[];
    const totals = (await this.metering.usageWithin(reported)).values();
    const usages: number[] = [];
    for (const each of asked) {
      if (!each) usages.push(0);
      else if (each.meter) usages.push(await this.metered(each, each.meter));
      else usages.push(totals.next().value ?? 0);
    }
    return usages;
  }

  /** What was used of all that a budget prices, in the period that holds the instant. Domain: customers-subscriptions O3 */
  async ofBudget(
    level: Pick<CounterKey, 'customerUid' | 'resourceKey'>,
    { features, ...budget }: UsageBudget,
    at: Date,
  ): Promise<PeriodSpend & { place: number }> {
    const { start, end } = periodOf({ features, ...budget }, at);
    const meters = await this.meters.at(
      features.map(({ uid }) => uid),
      at,
    );
    const after = addMs(at, 1);
    const until = earliest(after, end ?? after);
    const usages = await this.of(
      features.map(({ uid: featureUid, isGauge }) => {
        const span = { from: isGauge ? ever : start, until: isGauge ? after : until };
        return { key: { ...level, featureUid }, ...span, meter: meters.get(featureUid) ?? null };
      }),
    );
    const used = features.map(({ uid }, place) => [uid, usages[place] ?? 0] as const);
    return { place: budget.place, start: start.getTime(), used: Object.fromEntries(used) };
  }

  private metered(
    { key, from: start, until: end }: CountedSpan,
    { uid: meterUid, aggregation }: NonNullable<AskedUsage['meter']>,
  ): Promise<number> {
    return this.meters.usageIn({ key, meterUid, aggregation, window: { start, end } });
  }
}
