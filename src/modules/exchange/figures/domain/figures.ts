import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { grouped } from '#libs/kernel/grouped';
import { daysOf, type FigureSpan } from './figure-span';

/** What is kept by day. Subscriptions are kept as what begins and what ends. Domain: access-and-events P4 */
export type Figure = 'ACTIVE_SUBSCRIPTIONS' | 'SCHEDULED_REVENUE' | 'COLLECTED_REVENUE';

/** What the books hold of one day, or of all days before a span. */
export interface FigureSum {
  figure: Figure;
  /** Empty where it is no money. */
  currency: CurrencyCode | '';
  /** Begin of the day; of what came before the span, any day before it. */
  day: Date;
  amount: string;
}

export interface ActiveSubscriptions {
  day: Date;
  active: number;
}

interface RevenueSums {
  scheduled: Decimal;
  collected: Decimal;
}

export interface DayRevenue extends RevenueSums {
  day: Date;
}

export interface CurrencyRevenue extends RevenueSums {
  currency: CurrencyCode;
  days: DayRevenue[];
}

/** At the end of each day: all that has begun until then, less what has ended. */
export function activeByDay(sums: readonly FigureSum[], span: FigureSpan): ActiveSubscriptions[] {
  const changes = sums
    .filter(({ figure }) => figure === 'ACTIVE_SUBSCRIPTIONS')
    .sort((a, b) => a.day.getTime() - b.day.getTime());
  let place = 0;
  let active = 0;
  return daysOf(span).map((day) => {
    for (let change = changes[place]; change && change.day <= day; change = changes[++place])
      active += Number(change.amount);
    return { day, active };
  });
}

/** Currencies by their codes, days in their order. */
export function revenueByCurrency(sums: readonly FigureSum[]): CurrencyRevenue[] {
  const ofMoney = sums.filter(isOfMoney);
  return [...grouped(ofMoney, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, all]) => ({ currency, ...revenueOf(all), days: byDay(all) }));
}

const isOfMoney = (sum: FigureSum): sum is FigureSum & { currency: CurrencyCode } => sum.currency !== '';

const byDay = (sums: readonly FigureSum[]): DayRevenue[] =>
  [...grouped(sums, ({ day }) => day.getTime())]
    .sort(([a], [b]) => a - b)
    .map(([day, all]) => ({ day: new Date(day), ...revenueOf(all) }));

const revenueOf = (sums: readonly FigureSum[]): RevenueSums => ({
  scheduled: totalOf('SCHEDULED_REVENUE', sums),
  collected: totalOf('COLLECTED_REVENUE', sums),
});

const totalOf = (kind: Figure, sums: readonly FigureSum[]): Decimal =>
  sums
    .filter(({ figure }) => figure === kind)
    .reduce((total, { amount }) => total.plus(amount), new Decimal(0));
