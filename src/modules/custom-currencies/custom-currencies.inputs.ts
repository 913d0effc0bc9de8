import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { ListOf, Nested, StringMap, Text } from '#libs/shape/decorators';
import { ListQuery } from '#libs/shape/list-query';
import { CustomCurrencyStatusEnum } from './custom-currencies.views';
import type { CustomCurrencyStatus } from './domain/custom-currency';

@Input('Both names or none.')
export class CreateCustomCurrencyUnit {
  @Text({ min: 1, max: 255, example: 'tokens' })
  plural: string;

  @Text({ min: 1, max: 255, example: 'token' })
  singular: string;
}

@Input()
export class CreateCustomCurrencyBody {
  @Text({ min: 1, max: 255, pattern: slugPattern })
  id: string;

  @Text({ min: 1, max: 255 })
  displayName: string;

  @Text({ max: 255, optional: true })
  description?: string;

  @StringMap({ optional: true })
  metadata?: Record<string, string>;

  @Text({ max: 255, optional: true })
  symbol?: string;

  @Nested(CreateCustomCurrencyUnit, { optional: true })
  units?: CreateCustomCurrencyUnit;
}

export class ListCustomCurrenciesQuery extends ListQuery {
  @ListOf(CustomCurrencyStatusEnum, { optional: true, description: 'Default ACTIVE.' })
  status?: CustomCurrencyStatus[];
}
