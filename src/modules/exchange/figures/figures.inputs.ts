import { Int, Text, Timestamp } from '#libs/shape/decorators';
import { mostDays, usualDays } from './domain/figure-span';

export class FiguresQuery {
  @Int({ min: 1, max: mostDays, optional: true, description: `Default ${usualDays}.` }) days?: number;

  @Timestamp({
    optional: true,
    description: 'Its day in UTC is the last one, and may be to come. Default: today.',
  })
  endDate?: Date;
}

export class UsageFiguresQuery extends FiguresQuery {
  @Text({ min: 1, max: 255 }) featureId: string;
}
