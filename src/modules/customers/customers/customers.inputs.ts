import { maxTaxIds, PostalAddress, TaxId } from '#libs/business/shapes/billing-party';
import { customerIdPattern } from '#libs/kernel/ids';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Input, OmitOf } from '#libs/shape/classes';
import { ListOf, Nested, OneOf, StringMap, Text, Unbuilt } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { CurrencyEnum } from '#libs/business/shapes/money';
import { VendorIdentifierEnum } from '#modules/customers/integrations';
import type { CustomerStatus } from './domain/customer';
import { IntegrationBody } from './customer-integrations.inputs';
import { PassthroughBody } from './passthrough.inputs';

const CustomerStatusEnum = enumShape<CustomerStatus>('CustomerStatus', ['ACTIVE', 'ARCHIVED']);
const clearable = { optional: true, nullable: true } as const;

@Input()
export class CreateCustomerBody {
  @Text({ min: 1, max: 255, pattern: customerIdPattern }) id: string;
  @Text({ max: 255, ...clearable }) name?: string | null;
  @Text({ max: 255, format: 'email', ...clearable }) email?: string | null;
  @OneOf(CurrencyEnum, clearable) billingCurrency?: CurrencyCode | null;

  @Text({ ...clearable, description: 'Id of the customer in the billing provider.' })
  billingId?: string | null;

  @Text({
    max: 255,
    ...clearable,
    description: 'For all its subscriptions that hold none of their own. An empty text or null clears it.',
  })
  couponId?: string | null;

  @Text(clearable) language?: string | null;
  @Text(clearable) timezone?: string | null;

  @Nested(PostalAddress, {
    ...clearable,
    description: 'An addition of ours: where documents are made out to.',
  })
  billingAddress?: PostalAddress | null;

  @ListOf(TaxId, {
    maxItems: maxTaxIds,
    ...clearable,
    description: 'An addition of ours: printed on documents.',
  })
  taxIds?: TaxId[] | null;

  @Nested(PassthroughBody, {
    ...clearable,
    description: 'Its addresses and taxIds stand on documents where the customer has none itself.',
  })
  passthrough?: PassthroughBody | null;

  @StringMap({ optional: true }) metadata?: Record<string, string>;
  @Unbuilt() defaultPaymentMethod?: unknown;

  @ListOf(IntegrationBody, {
    maxItems: VendorIdentifierEnum.values.length,
    ...clearable,
    description: 'The whole list: what is left out is unlinked.',
  })
  integrations?: IntegrationBody[] | null;
}

@Input(
  'What is absent stays, null clears, in passthrough too; addresses and taxIds are replaced as a whole. Metadata is merged, a key with an empty text is removed.',
)
export class UpdateCustomerBody extends OmitOf(CreateCustomerBody, ['id', 'defaultPaymentMethod']) {}

export class ListCustomersQuery extends ListQuery {
  @Text({ max: 255, optional: true, description: 'Exact.' }) email?: string;
  @Text({ max: 255, optional: true, description: 'Exact.' }) name?: string;
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;

  @ListOf(CustomerStatusEnum, {
    ...queried,
    description: 'Default ACTIVE. An addition of ours (customers U5).',
  })
  status?: CustomerStatus[];
}

export class ListCustomerResourcesQuery extends ListQuery {}
