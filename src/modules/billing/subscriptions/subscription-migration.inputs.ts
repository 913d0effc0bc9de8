import { Input } from '#libs/shape/classes';
import { Int, OneOf } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';

const MigrationTimeEnum = enumShape('SubscriptionMigrationTime', ['END_OF_BILLING_PERIOD', 'IMMEDIATE']);

@Input('Move a subscription to newer versions of its plan and addons.')
export class MigrateSubscriptionBody {
  @OneOf(MigrationTimeEnum, {
    optional: true,
    description: 'Default IMMEDIATE. END_OF_BILLING_PERIOD: to what is the latest then.',
  })
  subscriptionMigrationTime?: 'END_OF_BILLING_PERIOD' | 'IMMEDIATE';

  @Int({
    min: 1,
    max: 32_767,
    optional: true,
    description:
      'Of the plan; the latest when absent. Its addons, and plans that it inherits from, go to theirs. An addition.',
  })
  targetVersion?: number;
}
