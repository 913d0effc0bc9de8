import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { MigrateSubscriptionBody } from './subscription-migration.inputs';
import { SubscriptionMigrationService } from './subscription-migration.service';
import { Subscription } from './subscriptions.views';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionMigrationController {
  constructor(private readonly migration: SubscriptionMigrationService) {}

  @Endpoint.post(':id/migrate', serves(SubscriptionMigrationService, 'migrate'), one(Subscription), {
    summary: 'Move a subscription to the latest versions of its plan and addons.',
  })
  migrate(@PathId('id') id: string, @Body() body: MigrateSubscriptionBody) {
    return this.migration.migrate(id, body);
  }
}
