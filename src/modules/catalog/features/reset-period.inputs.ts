import type { MonthlyAnchor, WeeklyAnchor, YearlyAnchor } from '#libs/business/values/reset-configuration';
import { Input } from '#libs/shape/classes';
import { OneOf } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';

const YearlyAnchorEnum = enumShape<YearlyAnchor>('YearlyAnchor', ['SubscriptionStart']);
const MonthlyAnchorEnum = enumShape<MonthlyAnchor>('MonthlyAnchor', ['SubscriptionStart', 'StartOfTheMonth']);
const WeeklyAnchorEnum = enumShape<WeeklyAnchor>('WeeklyAnchor', [
  'SubscriptionStart',
  'EverySunday',
  'EveryMonday',
  'EveryTuesday',
  'EveryWednesday',
  'EveryThursday',
  'EveryFriday',
  'EverySaturday',
]);

@Input('With resetPeriod YEAR.')
export class YearlyResetPeriodConfiguration {
  @OneOf(YearlyAnchorEnum) accordingTo: YearlyAnchor;
}

@Input('With resetPeriod MONTH.')
export class MonthlyResetPeriodConfiguration {
  @OneOf(MonthlyAnchorEnum) accordingTo: MonthlyAnchor;
}

@Input('With resetPeriod WEEK.')
export class WeeklyResetPeriodConfiguration {
  @OneOf(WeeklyAnchorEnum) accordingTo: WeeklyAnchor;
}
