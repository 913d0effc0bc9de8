import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreatePaymentAccountBody, UpdatePaymentAccountBody } from './payment-accounts.inputs';
import { PaymentAccountsService } from './payment-accounts.service';

@ApiTags('Contracts')
@Controller('api/v1/contracts/legal-entities/:id/payment-accounts')
export class PaymentAccountsController {
  constructor(private readonly accounts: PaymentAccountsService) {}

  @Endpoint.post('', PaymentAccountsService, 'create')
  create(@PathId('id') id: string, @Body() body: CreatePaymentAccountBody) {
    return this.accounts.create(id, body);
  }

  @Endpoint.patch(':accountId', PaymentAccountsService, 'update')
  update(
    @PathId('id') id: string,
    @PathId('accountId') accountId: string,
    @Body() body: UpdatePaymentAccountBody,
  ) {
    return this.accounts.update(id, accountId, body);
  }

  @Endpoint.post(':accountId/archive', PaymentAccountsService, 'archive')
  archive(@PathId('id') id: string, @PathId('accountId') accountId: string) {
    return this.accounts.archive(id, accountId);
  }

  @Endpoint.post(':accountId/unarchive', PaymentAccountsService, 'unarchive')
  unarchive(@PathId('id') id: string, @PathId('accountId') accountId: string) {
    return this.accounts.unarchive(id, accountId);
  }
}
