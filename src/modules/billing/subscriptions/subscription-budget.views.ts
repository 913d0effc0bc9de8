import { Shared } from '#libs/shape/classes';
import { Bool, Num } from '#libs/shape/decorators';

@Shared(
  'The most that usage may cost in a billing period, without fixed fees, in the currency of the subscription.',
)
export class SubscriptionBudget {
  @Bool({ description: 'A soft one is told of; a hard one denies what costs more.' }) hasSoftLimit: boolean;
  @Num({ min: 0 }) limit: number;
}
