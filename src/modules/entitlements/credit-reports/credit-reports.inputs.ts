import { defaultLimit } from '#libs/kernel/page';
import { Int, ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { longestCursor, mostKeys } from './domain/series-place';
import { timeRanges, type TimeRange } from './domain/told-span';

const reference = { min: 1, max: 255 } as const;
const cursor = { min: 1, max: longestCursor, optional: true } as const;

const TimeRangeEnum = enumShape<TimeRange>('CreditUsageTimeRange', timeRanges);

/** What both reports are asked for. */
class CreditReportQuery {
  @Text(reference) customerId: string;
  @Timestamp({ optional: true, description: 'What happened then and later is told.' }) startDate?: Date;

  @Timestamp({
    optional: true,
    description: 'What happened before it is told. Default: now, and never later than that.',
  })
  endDate?: Date;

  @Int({ min: 1, max: 100, optional: true, description: `Default ${defaultLimit}.` }) limit?: number;
  @Text({ ...cursor, description: 'The `next` of a page: this one follows it.' }) after?: string;
  @Text({ ...cursor, description: 'The `prev` of a page: this one stands before it.' }) before?: string;
}

export class CreditUsageQuery extends CreditReportQuery {
  @Text({
    ...reference,
    optional: true,
    description: 'Default: the only currency that the customer has a wallet of.',
  })
  currencyId?: string;

  @ListOf(
    { ...reference, pattern: /^[a-zA-Z0-9_$-]+$/ },
    {
      optional: true,
      maxItems: mostKeys,
      description:
        'featureId, resourceId or keys of dimensions: one series for each combination of what they are. Without it one of all.',
    },
  )
  groupBy?: string[];

  @Text({ ...reference, optional: true, description: 'Only its wallet. Default: all of the customer.' })
  resourceId?: string;

  @OneOf(TimeRangeEnum, { optional: true, description: 'In place of dates. Default LAST_MONTH.' })
  timeRange?: TimeRange;
}

export class CreditRevenueQuery extends CreditReportQuery {
  @Text({ ...reference, optional: true, description: 'Default: all custom currencies.' })
  currencyId?: string;
}
