import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { MigrateSubscriptionBody } from './subscription-migration.inputs';
import { SubscriptionMigrationService } from './subscription-migration.service';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionMigrationController {
  constructor(private readonly migration: SubscriptionMigrationService) {}

  @Endpoint.post(':id/migrate', SubscriptionMigrationService, 'migrate')
  migrate(@PathId('id') id: string, @Body() body: MigrateSubscriptionBody) {
    return this.migration.migrate(id, body);
  }
}
