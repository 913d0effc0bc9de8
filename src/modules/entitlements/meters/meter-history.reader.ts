import { Injectable } from '@nestjs/common';
import { never } from '#modules/entitlements/metering';
import { CountedEventsReader } from './counted-events.reader';
import { RunningHistory } from './domain/running-history';
import { noTally, together, usageOf, type MeterTally } from './domain/meter-tally';
import { MeterFoldsReader, type AskedFold } from './meter-folds.reader';

/** What a point tells beyond the one before it. The ends of spans ascend; one that does not go on may reach back over others. */
export interface HistorySpan {
  from: Date;
  /** Null never comes. */
  until: Date | null;
  /** Whether it stands on top of the span before. */
  goesOn: boolean;
}

export interface AskedHistory extends Omit<AskedFold, 'window'> {
  spans: readonly HistorySpan[];
  /** At most three keys. */
  dimensions: readonly string[];
  /** Reading ends with the page that has more series. */
  mostSeries: number;
}

/** Usage at the end of each span, of events with the same tags. */
export interface MeteredSeries {
  /** Values of the dimensions asked for, in their order: null where events have none. */
  tags: (string | null)[];
  /** Reported units. */
  usages: number[];
}

/** What a counter of events came to over time: of its days where they tell it, else of the events. Domain: entitlements-usage A19 */
@Injectable()
export class MeterHistoryReader {
  constructor(
    private readonly folds: MeterFoldsReader,
    private readonly events: CountedEventsReader,
  ) {}

  /** One series without dimensions, also of nothing. */
  async of(asked: AskedHistory): Promise<MeteredSeries[]> {
    const isTold = asked.dimensions.length === 0 && asked.aggregation.function !== 'UNIQUE';
    return isTold ? [{ tags: [], usages: await this.ofDays(asked) }] : this.ofEvents(asked);
  }

  private async ofDays({ spans, ...asked }: AskedHistory): Promise<number[]> {
    const windows = spans.map(({ from: start, until: end }) => ({ ...asked, window: { start, end } }));
    const tallies = await this.folds.of(windows);
    let tally = noTally;
    return spans.map(({ goesOn }, place) => {
      tally = together(goesOn ? tally : noTally, tallies[place] as MeterTally);
      return usageOf(asked.aggregation.function, tally);
    });
  }

  /** Values that are counted once, and dimensions, only the events know. */
  private async ofEvents({ key, meterUid, aggregation, ...asked }: AskedHistory): Promise<MeteredSeries[]> {
    const { spans, dimensions, mostSeries } = asked;
    const { customerUid, resourceKey } = key;
    const history = new RunningHistory(aggregation, dimensions);
    const areFew = (): boolean => history.size <= mostSeries;
    for (const { from, until, goesOn } of spans) {
      if (!goesOn) history.beginAgain();
      const span = { customerUid, resourceKey, meterUid, from, until: until ?? never };
      await this.events.each(span, (event) => history.add(event), areFew);
      history.point();
      if (!areFew()) break;
    }
    return history.series;
  }
}
