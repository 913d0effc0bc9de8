import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { MigrateSubscriptionBody } from './subscription-migration.inputs';
import { SubscriptionMigrationService } from './subscription-migration.service';

@Resolver()
export class SubscriptionMigrationResolver {
  constructor(private readonly migration: SubscriptionMigrationService) {}

  @WriteField(SubscriptionMigrationService, 'migrate')
  migrate(
    @IdArg('id') id: string,
    @Args('input', { nullable: true, defaultValue: {} }) input: MigrateSubscriptionBody,
  ) {
    return this.migration.migrate(id, input);
  }
}
