import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { list, one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import {
  CreateCustomCurrencyBody,
  ListCustomCurrenciesQuery,
  UpdateCustomCurrencyBody,
} from './custom-currencies.inputs';
import { CustomCurrenciesService } from './custom-currencies.service';
import { CustomCurrency, ListCustomCurrencyUsagesData } from './custom-currencies.views';

const ListArgs = connectionArgs(ListCustomCurrenciesQuery);

@Resolver(() => CustomCurrency)
export class CustomCurrenciesResolver {
  constructor(private readonly currencies: CustomCurrenciesService) {}

  @WriteField(serves(CustomCurrenciesService, 'create'), one(CustomCurrency), {
    summary: 'Create a custom currency.',
  })
  create(@Args('input') input: CreateCustomCurrencyBody) {
    return this.currencies.create(input);
  }

  @ReadField(serves(CustomCurrenciesService, 'list'), page(CustomCurrency), {
    summary: 'List custom currencies, newest first.',
  })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.currencies.list(listQueryOf<ListCustomCurrenciesQuery>(args));
  }

  @WriteField(serves(CustomCurrenciesService, 'update'), one(CustomCurrency), {
    summary: 'Change a custom currency.',
  })
  update(@IdArg('currencyId') id: string, @Args('input') input: UpdateCustomCurrencyBody) {
    return this.currencies.update(id, input);
  }

  @WriteField(serves(CustomCurrenciesService, 'archive'), one(CustomCurrency), {
    summary: 'Archive a custom currency that nothing on sale refers to.',
  })
  archive(@IdArg('currencyId') id: string) {
    return this.currencies.archive(id);
  }

  @WriteField(serves(CustomCurrenciesService, 'unarchive'), one(CustomCurrency), {
    summary: 'Bring an archived custom currency back.',
  })
  unarchive(@IdArg('currencyId') id: string) {
    return this.currencies.unarchive(id);
  }

  @ReadField(serves(CustomCurrenciesService, 'uses'), list(ListCustomCurrencyUsagesData), {
    summary: 'List what is on sale and refers to a custom currency.',
  })
  uses(@IdArg('currencyId') id: string) {
    return this.currencies.uses(id);
  }
}
