import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { TransferSubscriptionBody } from './subscription-transfer.inputs';
import { SubscriptionTransferService } from './subscription-transfer.service';

@Resolver()
export class SubscriptionTransferResolver {
  constructor(private readonly transfers: SubscriptionTransferService) {}

  @WriteField(SubscriptionTransferService, 'transfer')
  transfer(@IdArg('id') id: string, @Args('input') input: TransferSubscriptionBody) {
    return this.transfers.transfer(id, input);
  }
}
