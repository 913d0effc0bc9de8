import { Injectable } from '@nestjs/common';
import { Decimal } from '#libs/kernel/decimal';
import { Within } from '#libs/use-cases/use-case';
import { MeteringService, type Reported } from '#modules/entitlements/metering';
import { MetersService, type MeteredPeriod, type PeriodUsage } from '#modules/entitlements/meters';

/** Of a feature in whole days. Half-open. */
export interface BilledPeriod extends MeteredPeriod {
  /** One running level that no period begins anew. */
  isGauge: boolean;
}

/** What a line bills. */
export interface BilledUsage {
  /** Whether anything was told, also of what comes to nothing. */
  isAny: boolean;
  /** In reported units, exact. */
  usage: Decimal;
}

/** Usage of a customer, of all its resources together or of one, whoever told it: reports or events. For bills. Domain: contracts-billing I9 */
@Injectable()
export class UsedInPeriods {
  constructor(
    private readonly metering: MeteringService,
    private readonly meters: MetersService,
  ) {}

  /** In the order of the periods. */
  @Within()
  async of(customerUid: string, periods: readonly BilledPeriod[]): Promise<BilledUsage[]> {
    const asked = periods.map(({ featureUid, resourceKey, from, until, isGauge }) => ({
      ...{ featureUid, resourceKey, until },
      from: isGauge ? null : from,
    }));
    const reported = await this.metering.reported(customerUid, asked);
    const counted = await this.meters.usedIn(customerUid, periods);
    return periods.map(({ isGauge }, place) => {
      const [reports, events] = [reported[place] as Reported, counted[place] as PeriodUsage];
      return { isAny: reports.reports > 0 || events.isAny, usage: together(isGauge, reports, events) };
    });
  }
}

/** A level that was reported is one of all time: it is what it was where no meter has taken its place, and nothing of a period. */
function together(
  isGauge: boolean,
  { total }: Reported,
  { usage, isMetered, isWhole }: PeriodUsage,
): Decimal {
  if (isWhole) return usage;
  if (isGauge) return isMetered ? usage : new Decimal(total);
  return usage.plus(total);
}
