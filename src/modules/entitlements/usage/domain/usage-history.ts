import { badInput } from '#libs/kernel/errors/domain-error';
import type { SpanSum } from '#modules/entitlements/metering';
import type { MeteredSeries } from '#modules/entitlements/meters';
import type { HistoryRange } from './history-range';
import type { PointSpan, UsageReset } from './history-windows';

export interface HistoryPoint {
  timestamp: Date;
  value: number;
  isResetPoint: boolean;
}

export interface HistorySeries {
  tags: { key: string; value: string }[];
  points: HistoryPoint[];
}

export const mostSeries = 100;

/** What the points of all series have in common. */
interface Told {
  range: HistoryRange;
  resets: readonly UsageReset[];
  /** Keys of the dimensions by which usage is divided. */
  dimensions: readonly string[];
}

/** By the reports of a counter. */
interface ToldSums extends Told {
  spans: readonly PointSpan[];
  sums: readonly SpanSum[];
  /** Sold units of reported ones. */
  sold: (reported: string) => number;
}

/**
 * One series for each combination of tags, and without dimensions a single one, also of nothing. A report that lacks a dimension
 * has no tag of it. Domain: entitlements-usage A17, A19
 * @throws BadUserInput for too many combinations
 */
export function seriesOf({ spans, sums, sold, ...told }: ToldSums): HistorySeries[] {
  const byTags = new Map<string, { tags: SpanSum['tags']; totals: Map<number, string> }>();
  if (told.dimensions.length === 0) byTags.set('[]', { tags: [], totals: new Map() });
  for (const { span, tags, total } of sums) {
    const id = JSON.stringify(tags);
    const series = byTags.get(id) ?? { tags, totals: new Map<number, string>() };
    byTags.set(id, series);
    series.totals.set(span, total);
  }
  requireFew(byTags.size);
  return toldSeries(
    told,
    [...byTags.values()].map(({ tags, totals }) => ({ tags, values: valuesOf(spans, totals, sold) })),
  );
}

/** The same by the events of a counter. @throws BadUserInput for too many combinations */
export function meteredSeriesOf(
  told: Told,
  series: readonly MeteredSeries[],
  sold: (reported: number) => number,
): HistorySeries[] {
  requireFew(series.length);
  return toldSeries(
    told,
    series.map(({ tags, usages }) => ({ tags, values: usages.map(sold) })),
  );
}

function requireFew(series: number): void {
  if (series > mostSeries)
    throw badInput(`groupBy: usage has more than ${mostSeries} series by these keys; group by fewer`);
}

function toldSeries(
  { range, resets, dimensions }: Told,
  series: readonly { tags: (string | null)[]; values: number[] }[],
): HistorySeries[] {
  const areResets = resetPoints(range, resets);
  return series
    .map((each) => ({ ...each, id: JSON.stringify(each.tags) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ tags, values }) => ({
      tags: tags.flatMap((value, place) =>
        value === null ? [] : [{ key: dimensions[place] as string, value }],
      ),
      points: values.map((value, place) => ({
        timestamp: range.ends[place] as Date,
        value,
        isResetPoint: areResets[place] as boolean,
      })),
    }));
}

/** Summed exactly: parts of a whole that fits a number may be larger than it. */
function valuesOf(
  spans: readonly PointSpan[],
  totals: ReadonlyMap<number, string>,
  sold: ToldSums['sold'],
): number[] {
  let reported = 0n;
  let value = sold('0');
  return spans.map(({ goesOn }, place) => {
    const total = totals.get(place);
    if (goesOn && total === undefined) return value;
    reported = (goesOn ? reported : 0n) + BigInt(total ?? 0);
    value = sold(reported.toString());
    return value;
  });
}

/** Whether usage was reset since the point before, or since the range began. */
function resetPoints({ ends, isCurrent }: HistoryRange, resets: readonly UsageReset[]): boolean[] {
  let next = 0;
  return ends.map((end, place) => {
    const first = next;
    const isNow = isCurrent && place === ends.length - 1;
    while (next < resets.length && isBefore((resets[next] as UsageReset).at, end, isNow)) next++;
    return next > first;
  });
}

const isBefore = (at: Date, end: Date, isNow: boolean): boolean => at < end || (isNow && at <= end);
