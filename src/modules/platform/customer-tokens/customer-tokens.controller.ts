import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreateCustomerTokenSecretBody, ListCustomerTokenSecretsQuery } from './customer-tokens.inputs';
import { CustomerTokensService } from './customer-tokens.service';

@ApiTags('Customer tokens')
@Controller('api/v1/customer-token-secrets')
export class CustomerTokensController {
  constructor(private readonly tokens: CustomerTokensService) {}

  @Endpoint.post('', CustomerTokensService, 'create')
  create(@Body() body: CreateCustomerTokenSecretBody) {
    return this.tokens.create(body);
  }

  @Endpoint.get('', CustomerTokensService, 'list')
  list(@Query() query: ListCustomerTokenSecretsQuery) {
    return this.tokens.list(query);
  }

  @Endpoint.post(':id/end', CustomerTokensService, 'end')
  end(@PathId('id') id: string) {
    return this.tokens.end(id);
  }
}
