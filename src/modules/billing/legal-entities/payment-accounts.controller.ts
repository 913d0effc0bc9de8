import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CreatePaymentAccountBody, UpdatePaymentAccountBody } from './payment-accounts.inputs';
import { PaymentAccountsService } from './payment-accounts.service';
import { PaymentAccount } from './payment-accounts.views';

const serve = {
  create: serves(PaymentAccountsService, 'create'),
  update: serves(PaymentAccountsService, 'update'),
  archive: serves(PaymentAccountsService, 'archive'),
  unarchive: serves(PaymentAccountsService, 'unarchive'),
};

@ApiTags('Contracts')
@Controller('api/v1/contracts/legal-entities/:id/payment-accounts')
export class PaymentAccountsController {
  constructor(private readonly accounts: PaymentAccountsService) {}

  @Endpoint.post('', serve.create, one(PaymentAccount), {
    summary: 'Create a payment account of a legal entity.',
  })
  create(@PathId('id') id: string, @Body() body: CreatePaymentAccountBody) {
    return this.accounts.create(id, body);
  }

  @Endpoint.patch(':accountId', serve.update, one(PaymentAccount), { summary: 'Change a payment account.' })
  update(
    @PathId('id') id: string,
    @PathId('accountId') accountId: string,
    @Body() body: UpdatePaymentAccountBody,
  ) {
    return this.accounts.update(id, accountId, body);
  }

  @Endpoint.post(':accountId/archive', serve.archive, one(PaymentAccount), {
    summary: 'Archive a payment account; what it was chosen for keeps it.',
  })
  archive(@PathId('id') id: string, @PathId('accountId') accountId: string) {
    return this.accounts.archive(id, accountId);
  }

  @Endpoint.post(':accountId/unarchive', serve.unarchive, one(PaymentAccount), {
    summary: 'Bring an archived payment account back.',
  })
  unarchive(@PathId('id') id: string, @PathId('accountId') accountId: string) {
    return this.accounts.unarchive(id, accountId);
  }
}
