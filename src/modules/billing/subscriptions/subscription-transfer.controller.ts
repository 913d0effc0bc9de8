import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { TransferSubscriptionBody } from './subscription-transfer.inputs';
import { SubscriptionTransferService } from './subscription-transfer.service';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionTransferController {
  constructor(private readonly transfers: SubscriptionTransferService) {}

  @Endpoint.post(':id/transfer', SubscriptionTransferService, 'transfer')
  transfer(@PathId('id') id: string, @Body() body: TransferSubscriptionBody) {
    return this.transfers.transfer(id, body);
  }
}
