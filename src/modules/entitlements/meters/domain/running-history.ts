import type { Aggregation } from '#libs/business/values/meter';
import { fieldOf, type MeteredEvent } from '#libs/business/values/metered-event';
import type { Digest } from '#libs/kernel/digest';
import { noTally, takenOf, usageOf, withEvent, type MeterTally } from './meter-tally';

interface Series {
  tags: (string | null)[];
  tally: MeterTally;
  values: Set<Digest>;
  usages: number[];
}

/** Usage over time, event by event, of each combination of tags. Domain: entitlements-usage A19 */
export class RunningHistory {
  private readonly byTags = new Map<string, Series>();
  private points = 0;

  constructor(
    private readonly aggregation: Aggregation,
    private readonly dimensions: readonly string[],
  ) {
    if (dimensions.length === 0) this.seriesOf([]);
  }

  get size(): number {
    return this.byTags.size;
  }

  get series(): { tags: (string | null)[]; usages: number[] }[] {
    return [...this.byTags.values()].map(({ tags, usages }) => ({ tags, usages }));
  }

  /** Another window: nothing was used in it yet. */
  beginAgain(): void {
    for (const series of this.byTags.values()) {
      series.tally = noTally;
      series.values.clear();
    }
  }

  add(event: MeteredEvent): void {
    const taken = takenOf(this.aggregation, event);
    if (typeof taken === 'string') return;
    const tags = this.dimensions.map((key) => {
      const value = fieldOf(event, key);
      return value === undefined ? null : String(value);
    });
    const series = this.seriesOf(tags);
    if (taken.value !== null) series.values.add(taken.value);
    else series.tally = withEvent(series.tally, taken);
  }

  /** What is used by now is told. */
  point(): void {
    this.points++;
    const isUnique = this.aggregation.function === 'UNIQUE';
    for (const { tally, values, usages } of this.byTags.values())
      usages.push(isUnique ? values.size : usageOf(this.aggregation.function, tally));
  }

  /** One that begins late had used nothing before. */
  private seriesOf(tags: (string | null)[]): Series {
    const id = JSON.stringify(tags);
    const known = this.byTags.get(id);
    if (known) return known;
    const usages = Array.from({ length: this.points }, () => 0);
    const series: Series = { tags, tally: noTally, values: new Set(), usages };
    this.byTags.set(id, series);
    return series;
  }
}
