import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { UpdateSubscriptionBody } from './subscription-update.inputs';
import { SubscriptionUpdateService } from './subscription-update.service';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionUpdateController {
  constructor(private readonly updates: SubscriptionUpdateService) {}

  @Endpoint.patch(':id', SubscriptionUpdateService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateSubscriptionBody) {
    return this.updates.update(id, body);
  }
}
