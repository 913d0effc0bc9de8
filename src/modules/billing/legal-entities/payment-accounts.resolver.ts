import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { one, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { CreatePaymentAccountBody, UpdatePaymentAccountBody } from './payment-accounts.inputs';
import { PaymentAccountsService } from './payment-accounts.service';
import { PaymentAccount } from './payment-accounts.views';

const serve = {
  create: serves(PaymentAccountsService, 'create'),
  update: serves(PaymentAccountsService, 'update'),
  archive: serves(PaymentAccountsService, 'archive'),
  unarchive: serves(PaymentAccountsService, 'unarchive'),
};

@Resolver(() => PaymentAccount)
export class PaymentAccountsResolver {
  constructor(private readonly accounts: PaymentAccountsService) {}

  @WriteField(serve.create, one(PaymentAccount), { summary: 'Create a payment account of a legal entity.' })
  create(@IdArg('legalEntityId') legalEntityId: string, @Args('input') input: CreatePaymentAccountBody) {
    return this.accounts.create(legalEntityId, input);
  }

  @WriteField(serve.update, one(PaymentAccount), { summary: 'Change a payment account.' })
  update(
    @IdArg('legalEntityId') legalEntityId: string,
    @IdArg('id') id: string,
    @Args('input') input: UpdatePaymentAccountBody,
  ) {
    return this.accounts.update(legalEntityId, id, input);
  }

  @WriteField(serve.archive, one(PaymentAccount), {
    summary: 'Archive a payment account; what it was chosen for keeps it.',
  })
  archive(@IdArg('legalEntityId') legalEntityId: string, @IdArg('id') id: string) {
    return this.accounts.archive(legalEntityId, id);
  }

  @WriteField(serve.unarchive, one(PaymentAccount), { summary: 'Bring an archived payment account back.' })
  unarchive(@IdArg('legalEntityId') legalEntityId: string, @IdArg('id') id: string) {
    return this.accounts.unarchive(legalEntityId, id);
  }
}
