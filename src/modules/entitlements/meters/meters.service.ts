import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { usageOf } from './domain/meter-tally';
import { HeldMeters } from './held-meters.cache';
import { MeterHistoryReader, type AskedHistory, type MeteredSeries } from './meter-history.reader';
import { MeterFoldsReader, type AskedFold } from './meter-folds.reader';
import type { MeteredPeriod } from './domain/metered-period';
import { PresentEventsReader, type AskedPresence } from './present-events.reader';
import { MeteredPeriodsReader, type PeriodUsage } from './metered-periods.reader';
import { MetersReader, type MeterInForce, type MeterOfFeature } from './meters.reader';

/** What meters have made of events. */
@Injectable()
export class MetersService {
  constructor(
    private readonly held: HeldMeters,
    private readonly folds: MeterFoldsReader,
    private readonly history: MeterHistoryReader,
    private readonly reader: MetersReader,
    private readonly periods: MeteredPeriodsReader,
    private readonly present: PresentEventsReader,
  ) {}

  /** Those that count now, in the order of their features. */
  @Within()
  inForce(): Promise<readonly MeterInForce[]> {
    return this.held.ofEnvironment();
  }

  /** What a counter came to at the end of each span. */
  @Within()
  historyOf(asked: AskedHistory): Promise<MeteredSeries[]> {
    return this.history.of(asked);
  }

  /** By feature uid, those that were in force at an instant. */
  @Within()
  async at(featureUids: readonly string[], instant: Date): Promise<Map<string, MeterOfFeature>> {
    if (featureUids.length === 0) return new Map();
    const meters = await this.reader.at(featureUids, instant);
    return new Map(meters.map((meter) => [meter.featureUid, meter]));
  }

  /** Reported units in any window, in force or not. */
  @Within()
  async usageIn(asked: AskedFold): Promise<number> {
    const [tally] = await this.folds.of([asked]);
    return tally ? usageOf(asked.aggregation.function, tally) : 0;
  }

  /** What a customer used in each of these periods, on the resource that it names or on all together, as the meters then in force counted it. For bills. */
  @Within()
  usedIn(customerUid: string, periods: readonly MeteredPeriod[]): Promise<PeriodUsage[]> {
    return this.periods.of(customerUid, periods);
  }

  /** Reported units in the windows that run, in the order of the questions; nothing is locked. */
  @Within()
  presentUsage(asked: readonly AskedPresence[]): Promise<number[]> {
    return this.present.of(asked);
  }
}
