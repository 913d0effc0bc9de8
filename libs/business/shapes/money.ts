import { currencyCodes, type CurrencyCode } from '#libs/business/values/currency';
import { Shared } from '#libs/shape/classes';
import { Num, OneOf } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';

export const CurrencyEnum = enumShape<CurrencyCode>('CurrencyCode', currencyCodes);

@Shared('An amount of one currency, in whole units: 49 is 49.00.')
export class FlatPrice {
  @Num()
  amount: number;

  @OneOf(CurrencyEnum)
  currency: CurrencyCode;
}
