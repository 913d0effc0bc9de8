import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { CreateCustomCurrencyBody, ListCustomCurrenciesQuery } from './custom-currencies.inputs';
import { CustomCurrenciesService } from './custom-currencies.service';
import { CustomCurrency } from './custom-currencies.views';

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
}
