import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { View } from '#libs/shape/classes';
import { Int, ListOf, Num, OneOf, Timestamp } from '#libs/shape/decorators';
import type { ActiveSubscriptions, CurrencyRevenue, DayRevenue } from './domain/figures';
import type { FigureSpan } from './domain/figure-span';

@View('How many subscriptions are active or in their trial at the end of a day.')
export class SubscriptionFigure {
  @Timestamp({ description: 'Begin of the day, in UTC.' }) day: Date;
  @Int({ min: 0, description: 'Of a day that is not over: as it is decided now.' }) active: number;
}

/** Domain: access-and-events P4 */
class RevenueAmounts {
  @Num({
    description:
      'Of invoices that are issued then, drafts with them, less what was credited; in whole units.',
  })
  scheduled: number;

  @Num({ description: 'Of invoices that were paid then, less what was credited; in whole units.' })
  collected: number;
}

@View('Revenue of a day.')
export class RevenueFigure extends RevenueAmounts {
  @Timestamp({ description: 'Begin of the day, in UTC.' }) day: Date;

  static from({ day, scheduled, collected }: DayRevenue): RevenueFigure {
    return { day, scheduled: scheduled.toNumber(), collected: collected.toNumber() };
  }
}

@View('Revenue in one currency of money.')
export class RevenueFigures extends RevenueAmounts {
  @OneOf(CurrencyEnum) currency: CurrencyCode;
  @ListOf(RevenueFigure, { description: 'Days without any are left out.' }) days: RevenueFigure[];

  static from({ currency, scheduled, collected, days }: CurrencyRevenue): RevenueFigures {
    return {
      ...{ currency, scheduled: scheduled.toNumber(), collected: collected.toNumber() },
      days: days.map(RevenueFigure.from),
    };
  }
}

@View('Figures of an environment by day, in UTC.')
export class Figures {
  @Timestamp({ description: 'Begin of the first day.' }) startDate: Date;
  @Timestamp({ description: 'Begin of the last day.' }) endDate: Date;
  @ListOf(SubscriptionFigure, { description: 'One for each day.' }) subscriptions: SubscriptionFigure[];

  @ListOf(RevenueFigures, {
    nullable: true,
    description: 'By currency, those with any in these days. Null: the caller may not read invoices.',
  })
  revenue: RevenueFigures[] | null;

  static from(
    { first, last }: FigureSpan,
    subscriptions: ActiveSubscriptions[],
    revenue: CurrencyRevenue[] | null,
  ): Figures {
    return {
      ...{ startDate: first, endDate: last, subscriptions },
      revenue: revenue && revenue.map(RevenueFigures.from),
    };
  }
}
