import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { CreateCustomCurrencyBody, ListCustomCurrenciesQuery } from './custom-currencies.inputs';
import { CustomCurrenciesService } from './custom-currencies.service';
import { CustomCurrency } from './custom-currencies.views';

@ApiTags('Custom currencies')
@Controller('api/v1/credits/custom-currencies')
export class CustomCurrenciesController {
  constructor(private readonly currencies: CustomCurrenciesService) {}

  @Endpoint.post('', serves(CustomCurrenciesService, 'create'), one(CustomCurrency), {
    summary: 'Create a custom currency.',
  })
  create(@Body() body: CreateCustomCurrencyBody) {
    return this.currencies.create(body);
  }

  @Endpoint.get('', serves(CustomCurrenciesService, 'list'), page(CustomCurrency), {
    summary: 'List custom currencies, newest first.',
  })
  list(@Query() query: ListCustomCurrenciesQuery) {
    return this.currencies.list(query);
  }
}
