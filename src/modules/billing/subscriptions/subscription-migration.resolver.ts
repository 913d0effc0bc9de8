import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { one, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { MigrateSubscriptionBody } from './subscription-migration.inputs';
import { SubscriptionMigrationService } from './subscription-migration.service';
import { Subscription } from './subscriptions.views';

@Resolver()
export class SubscriptionMigrationResolver {
  constructor(private readonly migration: SubscriptionMigrationService) {}

  @WriteField(serves(SubscriptionMigrationService, 'migrate'), one(Subscription), {
    summary: 'Move a subscription to the latest versions of its plan and addons.',
  })
  migrate(
    @IdArg('id') id: string,
    @Args('input', { nullable: true, defaultValue: {} }) input: MigrateSubscriptionBody,
  ) {
    return this.migration.migrate(id, input);
  }
}
