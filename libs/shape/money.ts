import { currencyCodes, type CurrencyCode } from '#libs/kernel/currency';
import { Shared } from './classes';
import { Num, OneOf } from './decorators';
import { enumShape } from './enum-shape';

export const CurrencyEnum = enumShape<CurrencyCode>('CurrencyCode', currencyCodes);

@Shared('An amount of one currency, in whole units: 49 is 49.00.')
export class FlatPrice {
  @Num()
  amount: number;

  @OneOf(CurrencyEnum)
  currency: CurrencyCode;
}
