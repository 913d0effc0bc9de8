import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { ContractSubscriptionsService } from './contract-subscriptions.service';
import { AttachContractSubscriptionsBody } from './contracts.inputs';
import { Contract } from './contracts.views';

@ApiTags('Contracts')
@Controller('api/v1/contracts/:id/subscriptions')
export class ContractSubscriptionsController {
  constructor(private readonly subscriptions: ContractSubscriptionsService) {}

  @Endpoint.post('', serves(ContractSubscriptionsService, 'attach'), one(Contract), {
    summary: 'Put subscriptions on a contract.',
  })
  attach(@PathId('id') id: string, @Body() body: AttachContractSubscriptionsBody) {
    return this.subscriptions.attach(id, body);
  }

  @Endpoint.delete(':subscriptionId', serves(ContractSubscriptionsService, 'detach'), one(Contract), {
    summary: 'Take a subscription off a contract; it runs on.',
  })
  detach(@PathId('id') id: string, @PathId('subscriptionId') subscriptionId: string) {
    return this.subscriptions.detach(id, subscriptionId);
  }
}
