import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, list, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import {
  CreateCustomCurrencyBody,
  ListCustomCurrenciesQuery,
  UpdateCustomCurrencyBody,
} from './custom-currencies.inputs';
import { CustomCurrenciesService } from './custom-currencies.service';
import { CustomCurrency, ListCustomCurrencyUsagesData } from './custom-currencies.views';

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

  @Endpoint.patch(':currencyId', serves(CustomCurrenciesService, 'update'), one(CustomCurrency), {
    summary: 'Change a custom currency.',
  })
  update(@PathId('currencyId') id: string, @Body() body: UpdateCustomCurrencyBody) {
    return this.currencies.update(id, body);
  }

  @Endpoint.post(':currencyId/archive', serves(CustomCurrenciesService, 'archive'), one(CustomCurrency), {
    summary: 'Archive a custom currency that nothing on sale refers to.',
  })
  archive(@PathId('currencyId') id: string) {
    return this.currencies.archive(id);
  }

  @Endpoint.post(':currencyId/unarchive', serves(CustomCurrenciesService, 'unarchive'), one(CustomCurrency), {
    summary: 'Bring an archived custom currency back.',
  })
  unarchive(@PathId('currencyId') id: string) {
    return this.currencies.unarchive(id);
  }

  @Endpoint.get(
    ':currencyId/associated-entities',
    serves(CustomCurrenciesService, 'uses'),
    list(ListCustomCurrencyUsagesData),
    {
      summary: 'List what is on sale and refers to a custom currency.',
    },
  )
  uses(@PathId('currencyId') id: string) {
    return this.currencies.uses(id);
  }
}
