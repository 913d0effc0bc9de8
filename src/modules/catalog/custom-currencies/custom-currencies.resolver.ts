import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  CreateCustomCurrencyBody,
  ListCustomCurrenciesQuery,
  UpdateCustomCurrencyBody,
} from './custom-currencies.inputs';
import { CustomCurrenciesService } from './custom-currencies.service';
import { CustomCurrency } from './custom-currencies.views';

const ListArgs = connectionArgs(ListCustomCurrenciesQuery);

@Resolver(() => CustomCurrency)
export class CustomCurrenciesResolver {
  constructor(private readonly currencies: CustomCurrenciesService) {}

  @WriteField(CustomCurrenciesService, 'create')
  create(@Args('input') input: CreateCustomCurrencyBody) {
    return this.currencies.create(input);
  }

  @ReadField(CustomCurrenciesService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.currencies.list(listQueryOf<ListCustomCurrenciesQuery>(args));
  }

  @WriteField(CustomCurrenciesService, 'update')
  update(@IdArg('currencyId') id: string, @Args('input') input: UpdateCustomCurrencyBody) {
    return this.currencies.update(id, input);
  }

  @WriteField(CustomCurrenciesService, 'archive')
  archive(@IdArg('currencyId') id: string) {
    return this.currencies.archive(id);
  }

  @WriteField(CustomCurrenciesService, 'unarchive')
  unarchive(@IdArg('currencyId') id: string) {
    return this.currencies.unarchive(id);
  }

  @ReadField(CustomCurrenciesService, 'uses')
  uses(@IdArg('currencyId') id: string) {
    return this.currencies.uses(id);
  }
}
