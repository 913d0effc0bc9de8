import { ListOf, Text, Timestamp } from '#libs/shape/decorators';

export class UsageHistoryQuery {
  @Timestamp({ description: 'What happened then and later is told.' }) startDate: Date;

  @Timestamp({
    optional: true,
    description: 'What happened before it is told. Default: now, and never later than that.',
  })
  endDate?: Date;

  @ListOf(
    { min: 1, max: 255 },
    {
      optional: true,
      maxItems: 3,
      description: 'Keys of dimensions: one series for each combination of their values.',
    },
  )
  groupBy?: string[];

  @Text({ min: 1, max: 255, optional: true }) resourceId?: string;
}
