import type { ResetAnchor, ResetPeriod } from '#libs/business/values/reset-configuration';
import { View } from '#libs/shape/classes';
import { OneOf } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';

export const ResetPeriodEnum = enumShape<ResetPeriod>('ResetPeriod', [
  'YEAR',
  'MONTH',
  'WEEK',
  'DAY',
  'HOUR',
]);
const ResetAnchorEnum = enumShape<ResetAnchor>('ResetAnchor', [
  'SubscriptionStart',
  'StartOfTheMonth',
  'EverySunday',
  'EveryMonday',
  'EveryTuesday',
  'EveryWednesday',
  'EveryThursday',
  'EveryFriday',
  'EverySaturday',
]);

@View('From when usage starts again; the values that are possible depend on the reset period.')
export class ResetPeriodConfiguration {
  @OneOf(ResetAnchorEnum) accordingTo: ResetAnchor;
}
