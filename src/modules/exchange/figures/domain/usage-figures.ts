import type { AggregationFunction } from '#libs/business/values/meter';
import { roundedUsage } from '#libs/business/values/metered-event';
import { soldUnits, type UnitTransformation } from '#libs/business/values/unit-transformation';
import { Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { addDays } from '#libs/kernel/period';
import { daysOf, type FigureSpan } from './figure-span';

/** What the books hold of one day, or of all days before a span. */
export interface UsageSum {
  /** Begin of the day; of what came before the span, the day before it. */
  day: Date;
  /** Exact text, in reported units. */
  amount: string;
}

/** What a source had when its books began. */
export interface UsageOpening {
  /** The last day in which something of it happened. */
  day: Date;
  /** In use then. */
  level: string;
}

export interface DayUsage {
  day: Date;
  /** In sold units; null where the books do not know it. */
  usage: number | null;
}

export interface UsageByDay {
  /** The first day that is known; null: all are. */
  since: Date | null;
  days: DayUsage[];
}

interface ToldFeature {
  id: string;
  meterType: 'None' | 'INCREMENTAL' | 'FLUCTUATING';
  meter: { aggregation: { function: AggregationFunction } } | null;
  unitTransformation: UnitTransformation | null;
}

const adding: ReadonlySet<AggregationFunction> = new Set(['COUNT', 'SUM', 'UNIQUE']);

/** @throws UnsupportedFeatureType, BadUserInput for a meter of which customers do not add up. Domain: access-and-events P6 */
export function requireAddable({ id, meterType, meter }: ToldFeature): void {
  if (meterType === 'None')
    throw new DomainError('UnsupportedFeatureType', `feature ${id} is not metered, so it has no usage`);
  const taken = meter?.aggregation.function;
  if (taken !== undefined && !adding.has(taken))
    throw badInput(
      `featureId: the meter of feature ${id} takes ${taken}, and that of several customers is no sum; ` +
        'ask for the history of one customer',
    );
}

export const isLevel = ({ meterType }: Pick<ToldFeature, 'meterType'>): boolean =>
  meterType === 'FLUCTUATING';

/** Of a level what is in use at the end of each day, else what was used in it. Domain: access-and-events P6; entitlements-usage A8, A17 */
export function usageByDay(
  sums: readonly UsageSum[],
  openings: readonly UsageOpening[],
  span: FigureSpan,
  feature: ToldFeature,
): UsageByDay {
  const ofLevel = isLevel(feature);
  const since = firstKnown(openings, ofLevel);
  const before = ofLevel ? openings : [];
  const byDay = new Map(sums.map(({ day, amount }) => [day.getTime(), amount]));
  let level = before.reduce((sum, opening) => sum.plus(opening.level), zero);
  level = level.plus(byDay.get(addDays(span.first, -1).getTime()) ?? 0);
  const days = daysOf(span).map((day) => {
    const amount = new Decimal(byDay.get(day.getTime()) ?? 0);
    level = level.plus(amount);
    if (since && day < since) return { day, usage: null };
    return { day, usage: toldUnits(ofLevel ? level : amount, feature) };
  });
  return { since, days };
}

const zero = new Decimal(0);

/** Of its last day a level is known at its end; what was used in it is not, for some of it was used before. */
function firstKnown(openings: readonly UsageOpening[], ofLevel: boolean): Date | null {
  if (openings.length === 0) return null;
  const last = new Date(Math.max(...openings.map(({ day }) => day.getTime())));
  return ofLevel ? last : addDays(last, 1);
}

const toldUnits = (amount: Decimal, { unitTransformation }: ToldFeature): number =>
  soldUnits(roundedUsage(amount), unitTransformation);
