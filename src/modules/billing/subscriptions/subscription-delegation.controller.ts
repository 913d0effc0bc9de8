import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { DelegateSubscriptionBody } from './subscription-delegation.inputs';
import { SubscriptionDelegationService } from './subscription-delegation.service';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionDelegationController {
  constructor(private readonly delegations: SubscriptionDelegationService) {}

  @Endpoint.post(':id/delegate', SubscriptionDelegationService, 'delegate')
  delegate(@PathId('id') id: string, @Body() body: DelegateSubscriptionBody) {
    return this.delegations.delegate(id, body);
  }
}
