import { PostalAddress, TaxId } from '#libs/business/shapes/billing-party';
import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { View } from '#libs/shape/classes';
import { ListOf, Nested, Num, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { Integration } from './customer-integrations.views';
import type { Customer as StoredCustomer } from './domain/customer';
import type { CustomerResource as StoredCustomerResource } from './domain/customer-resource';
import type { KeptPaymentMethod } from './domain/payment-method';
import { Passthrough } from './passthrough.views';

const PaymentMethodTypeEnum = enumShape('DefaultPaymentMethodType', ['CARD', 'BANK', 'CASH_APP']);

@View('How the customer pays: the reference of a provider and masked digits, never card numbers.')
export class DefaultPaymentMethod {
  @Text({ nullable: true }) billingId: string | null;
  @Num({ nullable: true }) cardExpiryMonth: number | null;
  @Num({ nullable: true }) cardExpiryYear: number | null;
  @Text({ nullable: true }) cardLast4Digits: string | null;
  @OneOf(PaymentMethodTypeEnum) type: string;

  static from({ ref, type, last4, expiryMonth, expiryYear }: KeptPaymentMethod): DefaultPaymentMethod {
    return {
      ...{ billingId: ref, type },
      ...{ cardLast4Digits: last4, cardExpiryMonth: expiryMonth, cardExpiryYear: expiryYear },
    };
  }
}

@View('A company or person that the vendor sells to.')
export class Customer {
  @Text() id: string;
  @Timestamp({ nullable: true }) archivedAt: Date | null;
  @Timestamp() createdAt: Date;
  @Timestamp() updatedAt: Date;

  @Nested(PostalAddress, { nullable: true, description: 'An addition of ours.' })
  billingAddress: PostalAddress | null;

  @OneOf(CurrencyEnum, { nullable: true }) billingCurrency: CurrencyCode | null;
  @Text({ nullable: true }) billingId: string | null;

  @Text({ nullable: true, description: 'Told until it is cleared, also once its months are over.' })
  couponId: string | null;

  @Nested(DefaultPaymentMethod, { nullable: true }) defaultPaymentMethod: DefaultPaymentMethod | null;

  @Text({ format: 'email', nullable: true }) email: string | null;

  @ListOf(Integration) integrations: readonly Integration[];

  @Text({ nullable: true }) language: string | null;
  @StringMap() metadata: Record<string, string>;
  @Text({ nullable: true }) name: string | null;

  @Nested(Passthrough, { optional: true, description: 'Absent where nothing was said.' })
  passthrough?: Passthrough;

  @ListOf(TaxId, { description: 'An addition of ours.' }) taxIds: TaxId[];
  @Text({ nullable: true }) timezone: string | null;

  /** One plain literal: a list makes a hundred of them, and each spread costs as much as the whole. */
  static from(customer: StoredCustomer): Customer {
    return {
      id: customer.id,
      archivedAt: customer.archivedAt,
      createdAt: customer.createdAt,
      updatedAt: customer.updatedAt,
      billingAddress: customer.billingAddress,
      billingCurrency: customer.billingCurrency,
      billingId: customer.billingId,
      couponId: customer.coupon?.id ?? null,
      defaultPaymentMethod: customer.paymentMethod && DefaultPaymentMethod.from(customer.paymentMethod),
      email: customer.email,
      integrations: customer.integrations ?? [],
      language: customer.language,
      metadata: customer.metadata,
      name: customer.name,
      passthrough: customer.passthrough ? Passthrough.from(customer.passthrough) : undefined,
      taxIds: customer.taxIds ?? [],
      timezone: customer.timezone,
    };
  }
}

/** As the log and receivers of events are told of it. */
export const toldAsCustomer = {
  entity: 'CUSTOMER',
  noun: 'customer',
  view: Customer.from,
  payload: (customer: object) => ({ customer }),
} as const;

@View('A workspace, site or project of a customer.')
export class CustomerResource {
  @Text() id: string;
  @Timestamp() createdAt: Date;
  @Timestamp() updatedAt: Date;

  static from({ id, createdAt, updatedAt }: StoredCustomerResource): CustomerResource {
    return { id, createdAt, updatedAt };
  }
}
