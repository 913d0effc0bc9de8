import { View } from '#libs/shape/classes';
import { Bool, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { searchKinds, type SearchKind } from './domain/search-kind';

export const SearchKindEnum = enumShape<SearchKind>('SearchKind', searchKinds);

@View('An object whose id, name, e-mail or number begins with what was looked for.')
export class SearchHit {
  @OneOf(SearchKindEnum) kind: SearchKind;
  @Text({ description: 'As its operations take it; of an invoice its invoiceId.' }) id: string;

  @Text({
    nullable: true,
    description: 'Of an invoice its number; promotion codes and subscriptions have none.',
  })
  name: string | null;

  @Text({
    nullable: true,
    description:
      'Tells two of a name apart: the e-mail of a customer, the type of a feature, the product of a plan or an addon, the symbol of a currency, what a coupon takes off, the coupon of a promotion code, the plan of a subscription, the purchase order of a contract, the total of an invoice.',
  })
  detail: string | null;

  @Text({ nullable: true, description: 'Of the customer that it belongs to.' }) customerId: string | null;
  @Bool() isArchived: boolean;

  static from({ kind, id, name, detail, customerId, isArchived }: SearchHit): SearchHit {
    return { kind, id, name, detail, customerId, isArchived };
  }
}
