import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { ListOf, Nested, StringMap, Text } from '#libs/shape/decorators';
import { ListQuery, queried } from '#libs/shape/list-query';
import { CustomCurrencyStatusEnum } from './custom-currencies.views';
import type { CustomCurrencyStatus } from './domain/custom-currency';

@Input('Both names or none.')
export class CreateCustomCurrencyUnit {
  @Text({ min: 1, max: 255, example: 'tokens' }) plural: string;
  @Text({ min: 1, max: 255, example: 'token' }) singular: string;
}

@Input()
export class CreateCustomCurrencyBody {
  @Text({ min: 1, max: 255, pattern: slugPattern }) id: string;
  @Text({ min: 1, max: 255 }) displayName: string;
  @Text({ max: 255, optional: true }) description?: string;
  @StringMap({ optional: true }) metadata?: Record<string, string>;
  @Text({ max: 255, optional: true }) symbol?: string;
  @Nested(CreateCustomCurrencyUnit, { optional: true }) units?: CreateCustomCurrencyUnit;
}

@Input('What is absent stays; the id never changes.')
export class UpdateCustomCurrencyBody {
  @Text({ min: 1, max: 255, optional: true }) displayName?: string;

  @Text({ max: 255, optional: true, nullable: true, description: 'Null or an empty text clears it.' })
  description?: string | null;

  @StringMap({ optional: true, nullable: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string> | null;

  @Text({ max: 255, optional: true, nullable: true, description: 'Null or an empty text clears it.' })
  symbol?: string | null;

  @Nested(CreateCustomCurrencyUnit, { optional: true, nullable: true, description: 'Null clears both.' })
  units?: CreateCustomCurrencyUnit | null;
}

export class ListCustomCurrenciesQuery extends ListQuery {
  @ListOf(CustomCurrencyStatusEnum, { ...queried, description: 'Default ACTIVE.' })
  status?: CustomCurrencyStatus[];
}
