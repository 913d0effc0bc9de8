import { View } from '#libs/shape/classes';
import { Nested, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { CurrencyUse } from './domain/currency-use';
import type { CustomCurrency as StoredCurrency, CustomCurrencyStatus } from './domain/custom-currency';

export const CustomCurrencyStatusEnum = enumShape<CustomCurrencyStatus>('CustomCurrencyStatus', [
  'ACTIVE',
  'ARCHIVED',
]);

@View('How amounts of a custom currency are called.')
export class CustomCurrencyUnit {
  @Text({ nullable: true }) plural: string | null;
  @Text({ nullable: true }) singular: string | null;
}

@View('A unit of credits.')
export class CustomCurrency {
  @Text() id: string;
  @Timestamp({ nullable: true }) archivedAt: Date | null;
  @Timestamp() createdAt: Date;
  @Text({ nullable: true }) description: string | null;
  @Text() displayName: string;
  @StringMap() metadata: Record<string, string>;
  @Text({ nullable: true }) symbol: string | null;
  @Nested(CustomCurrencyUnit, { nullable: true }) units: CustomCurrencyUnit | null;
  @Timestamp() updatedAt: Date;

  static from(currency: StoredCurrency): CustomCurrency {
    const { id, archivedAt, createdAt, description, displayName, metadata, symbol, units, updatedAt } =
      currency;
    return { id, archivedAt, createdAt, description, displayName, metadata, symbol, units, updatedAt };
  }
}

@View('Something on sale that refers to a custom currency.')
export class ListCustomCurrencyUsagesData {
  @Text() id: string;
  @Text() displayName: string;
  @Text({ description: 'PLAN, ADDON.' }) type: string;

  static from({ id, displayName, type }: CurrencyUse): ListCustomCurrencyUsagesData {
    return { id, displayName, type };
  }
}
