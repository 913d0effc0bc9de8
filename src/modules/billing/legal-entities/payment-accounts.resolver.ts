import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { CreatePaymentAccountBody, UpdatePaymentAccountBody } from './payment-accounts.inputs';
import { PaymentAccountsService } from './payment-accounts.service';
import { PaymentAccount } from './payment-accounts.views';

@Resolver(() => PaymentAccount)
export class PaymentAccountsResolver {
  constructor(private readonly accounts: PaymentAccountsService) {}

  @WriteField(PaymentAccountsService, 'create')
  create(@IdArg('legalEntityId') legalEntityId: string, @Args('input') input: CreatePaymentAccountBody) {
    return this.accounts.create(legalEntityId, input);
  }

  @WriteField(PaymentAccountsService, 'update')
  update(
    @IdArg('legalEntityId') legalEntityId: string,
    @IdArg('id') id: string,
    @Args('input') input: UpdatePaymentAccountBody,
  ) {
    return this.accounts.update(legalEntityId, id, input);
  }

  @WriteField(PaymentAccountsService, 'archive')
  archive(@IdArg('legalEntityId') legalEntityId: string, @IdArg('id') id: string) {
    return this.accounts.archive(legalEntityId, id);
  }

  @WriteField(PaymentAccountsService, 'unarchive')
  unarchive(@IdArg('legalEntityId') legalEntityId: string, @IdArg('id') id: string) {
    return this.accounts.unarchive(legalEntityId, id);
  }
}
