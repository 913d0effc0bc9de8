import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CreateCustomCurrencyBody,
  ListCustomCurrenciesQuery,
  UpdateCustomCurrencyBody,
} from './custom-currencies.inputs';
import { CustomCurrenciesService } from './custom-currencies.service';

@ApiTags('Custom currencies')
@Controller('api/v1/credits/custom-currencies')
export class CustomCurrenciesController {
  constructor(private readonly currencies: CustomCurrenciesService) {}

  @Endpoint.post('', CustomCurrenciesService, 'create')
  create(@Body() body: CreateCustomCurrencyBody) {
    return this.currencies.create(body);
  }

  @Endpoint.get('', CustomCurrenciesService, 'list')
  list(@Query() query: ListCustomCurrenciesQuery) {
    return this.currencies.list(query);
  }

  @Endpoint.patch(':currencyId', CustomCurrenciesService, 'update')
  update(@PathId('currencyId') id: string, @Body() body: UpdateCustomCurrencyBody) {
    return this.currencies.update(id, body);
  }

  @Endpoint.post(':currencyId/archive', CustomCurrenciesService, 'archive')
  archive(@PathId('currencyId') id: string) {
    return this.currencies.archive(id);
  }

  @Endpoint.post(':currencyId/unarchive', CustomCurrenciesService, 'unarchive')
  unarchive(@PathId('currencyId') id: string) {
    return this.currencies.unarchive(id);
  }

  @Endpoint.get(':currencyId/associated-entities', CustomCurrenciesService, 'uses')
  uses(@PathId('currencyId') id: string) {
    return this.currencies.uses(id);
  }
}
