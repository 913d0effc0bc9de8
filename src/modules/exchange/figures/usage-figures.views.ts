import { View } from '#libs/shape/classes';
import { ListOf, Num, Text, Timestamp } from '#libs/shape/decorators';
import type { FigureSpan } from './domain/figure-span';
import type { DayUsage, UsageByDay } from './domain/usage-figures';

@View('What all customers used of a feature in a day.')
export class UsageFigure {
  @Timestamp({ description: 'Begin of the day, in UTC.' }) day: Date;

  @Num({
    nullable: true,
    description:
      'Sold units: what was used in the day, of a FLUCTUATING feature what is in use at its end. Null before `since`.',
  })
  usage: number | null;
}

/** Domain: access-and-events P6 */
@View('What all customers used of a feature, by day, in UTC.')
export class UsageFigures {
  @Text() featureId: string;
  @Timestamp({ description: 'Begin of the first day.' }) startDate: Date;
  @Timestamp({ description: 'Begin of the last day.' }) endDate: Date;

  @Timestamp({
    nullable: true,
    description:
      'Begin of the first day that is known. Null: all are, for the feature was first used after usage by day was kept.',
  })
  since: Date | null;

  @ListOf(UsageFigure, { description: 'One for each day.' }) days: DayUsage[];

  static from(featureId: string, { first, last }: FigureSpan, { since, days }: UsageByDay): UsageFigures {
    return { featureId, startDate: first, endDate: last, since, days };
  }
}
