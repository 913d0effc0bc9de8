import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ContractSubscriptionsService } from './contract-subscriptions.service';
import { AttachContractSubscriptionsBody } from './contracts.inputs';

@ApiTags('Contracts')
@Controller('api/v1/contracts/:id/subscriptions')
export class ContractSubscriptionsController {
  constructor(private readonly subscriptions: ContractSubscriptionsService) {}

  @Endpoint.post('', ContractSubscriptionsService, 'attach')
  attach(@PathId('id') id: string, @Body() body: AttachContractSubscriptionsBody) {
    return this.subscriptions.attach(id, body);
  }

  @Endpoint.delete(':subscriptionId', ContractSubscriptionsService, 'detach')
  detach(@PathId('id') id: string, @PathId('subscriptionId') subscriptionId: string) {
    return this.subscriptions.detach(id, subscriptionId);
  }
}
