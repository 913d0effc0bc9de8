import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreateCreditGrantBody, ListCreditGrantsQuery, UpdateCreditGrantBody } from './credit-grants.inputs';
import { CreditGrantsService } from './credit-grants.service';

@ApiTags('Credit grants')
@Controller('api/v1/credits/grants')
export class CreditGrantsController {
  constructor(private readonly grants: CreditGrantsService) {}

  @Endpoint.post('', CreditGrantsService, 'create')
  create(@Body() body: CreateCreditGrantBody) {
    return this.grants.create(body);
  }

  @Endpoint.get('', CreditGrantsService, 'list')
  list(@Query() query: ListCreditGrantsQuery) {
    return this.grants.list(query);
  }

  @Endpoint.patch(':id', CreditGrantsService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateCreditGrantBody) {
    return this.grants.update(id, body);
  }

  @Endpoint.post(':id/void', CreditGrantsService, 'void')
  void(@PathId('id') id: string) {
    return this.grants.void(id);
  }
}
