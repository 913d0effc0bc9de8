import { Decimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { SeriesTags } from './series-place';
import type { BucketedSpan } from './told-span';

/** Credits as they are told, and how many events took them. */
interface Told {
  value: number;
  eventCount: number;
}

export interface CreditPoint extends Told {
  /** Begin of its bucket. */
  timestamp: Date;
}

export interface CreditSeries {
  featureId: string | null;
  featureName: string | null;
  tags: { key: string; value: string }[];
  totalCredits: number;
  eventCount: number;
  points: CreditPoint[];
}

/** What one series came to in one bucket. */
export interface SeriesSum {
  /** Of the keys asked for, in their order. */
  tags: SeriesTags;
  featureName: string | null;
  /** Of the whole series, exact text. */
  total: string;
  /** Different ones in the whole series. */
  events: number;
  /** Place of the bucket, from 0 on. */
  place: number;
  /** Of the bucket, exact text. */
  credits: string;
  eventsWithin: number;
}

/** @throws BadUserInput for a key that is named twice */
export function requireDifferent(keys: readonly string[]): void {
  if (new Set(keys).size < keys.length) throw badInput('groupBy: each key may be named once');
}

/**
 * One series for each combination of what the keys have, each with a point for every bucket; without keys a single one, also of nothing. A
 * feature is told as itself, all else as a tag; what lacks a key has no tag of it. Events are counted, not added up: one may have taken credits
 * in several series. Domain: credits V1
 * @param sums those of one series follow one another
 */
export function seriesOf(
  sums: readonly SeriesSum[],
  keys: readonly string[],
  { starts }: BucketedSpan,
): CreditSeries[] {
  const byTags = new Map<string, { first: SeriesSum; within: Map<number, Told> }>();
  for (const sum of sums) {
    const id = JSON.stringify(sum.tags);
    const series = byTags.get(id) ?? { first: sum, within: new Map<number, Told>() };
    byTags.set(id, series);
    series.within.set(sum.place, { value: told(sum.credits), eventCount: sum.eventsWithin });
  }
  const series = [...byTags.values()].map(({ first, within }) => ({
    ...namesOf(first, keys),
    ...{ totalCredits: told(first.total), eventCount: first.events },
    points: pointsOf(starts, within),
  }));
  if (keys.length > 0 || series.length > 0) return series;
  return [{ ...ofNobody, tags: [], totalCredits: 0, eventCount: 0, points: pointsOf(starts, new Map()) }];
}

const ofNobody = { featureId: null, featureName: null };
const nothing: Told = { value: 0, eventCount: 0 };

const told = (exact: string): number => new Decimal(exact).toNumber();

function namesOf(
  { tags, featureName }: SeriesSum,
  keys: readonly string[],
): Pick<CreditSeries, 'featureId' | 'featureName' | 'tags'> {
  const named = keys.map((key, place) => ({ key, value: tags[place] ?? null }));
  const featureId = named.find(({ key }) => key === 'featureId')?.value ?? null;
  const others = named.flatMap(({ key, value }) =>
    key === 'featureId' || value === null ? [] : [{ key, value }],
  );
  return { featureId, featureName, tags: others };
}

const pointsOf = (starts: readonly Date[], within: ReadonlyMap<number, Told>): CreditPoint[] =>
  starts.map((timestamp, place) => ({ timestamp, ...(within.get(place) ?? nothing) }));
