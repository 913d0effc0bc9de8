import { PostalAddress } from '#libs/business/shapes/billing-party';
import { PaymentCollectionMethodEnum } from '#libs/business/shapes/collection';
import { FlatPrice } from '#libs/business/shapes/money';
import type { CollectionMethod } from '#libs/business/values/collection-method';
import { Input } from '#libs/shape/classes';
import { Bool, Int, Nested, Num, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { CreatedAtFilter, ListQuery } from '#libs/shape/list-query';
import type { GivenGrantType } from './domain/grant-request';

const GivenGrantTypeEnum = enumShape<GivenGrantType>('GivenCreditGrantType', ['PAID', 'PROMOTIONAL']);

const reference = { min: 1, max: 255 } as const;
/** Of a comment. Domain: credits G2 */
const longestComment = 200;
const priority = { min: 0, max: 1_000_000 } as const;

@Input('How credits are billed that are collected by CHARGE or INVOICE.')
export class CreditGrantBillingInformation {
  @Nested(PostalAddress, { optional: true, description: 'Instead of the customer’s, on the invoice.' })
  billingAddress?: PostalAddress;

  @Num({ optional: true, description: 'Whole days from issue to due, up to 3650. Default: 30.' })
  invoiceDaysUntilDue?: number;

  @Bool({ optional: true, description: 'It is paid in another way: the invoice is issued PAID.' })
  isInvoicePaid?: boolean;
}

@Input('Credits for a customer.')
export class CreateCreditGrantBody {
  @Num({ description: 'Credits, above 0, kept to 9 decimals.' }) amount: number;

  @Bool({
    optional: true,
    description:
      'Under CHARGE. Default true: nothing is granted where it is declined, and what takes its time is waited for, at most 30 seconds. False: it is granted PAYMENT_PENDING at once, and charged then.',
  })
  awaitPaymentConfirmation?: boolean;

  @Nested(CreditGrantBillingInformation, { optional: true })
  billingInformation?: CreditGrantBillingInformation;

  @Text({ max: longestComment, optional: true }) comment?: string;

  @Nested(FlatPrice, {
    optional: true,
    description: 'Of all of them. Default: nothing; PROMOTIONAL ones cost nothing.',
  })
  cost?: FlatPrice;

  @Text({ ...reference, description: 'Id of the custom currency.' }) currencyId: string;
  @Text(reference) customerId: string;
  @Text(reference) displayName: string;
  @Timestamp({ optional: true, description: 'From when they can be used. Default: now.' }) effectiveAt?: Date;
  @Timestamp({ optional: true, description: 'Exclusive. Default: never.' }) expireAt?: Date;
  @OneOf(GivenGrantTypeEnum) grantType: GivenGrantType;
  @StringMap({ optional: true }) metadata?: Record<string, string>;

  @OneOf(PaymentCollectionMethodEnum, {
    optional: true,
    description:
      'Of what costs something. NONE, the default: it is paid elsewhere. INVOICE and CHARGE: it can be used once it is paid.',
  })
  paymentCollectionMethod?: CollectionMethod;

  @Int({ ...priority, optional: true, description: 'The smaller is drawn from first. Default 10.' })
  priority?: number;

  @Text({ ...reference, optional: true }) resourceId?: string;
}

@Input('What is absent stays. Amounts never change.')
export class UpdateCreditGrantBody {
  @Text({
    max: longestComment,
    optional: true,
    nullable: true,
    description: 'Null or an empty text clears it.',
  })
  comment?: string | null;

  @Text({ ...reference, optional: true }) displayName?: string;
  @Timestamp({ optional: true, nullable: true, description: 'Null: never.' }) expireAt?: Date | null;

  @StringMap({ optional: true, nullable: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string> | null;

  @Int({ ...priority, optional: true }) priority?: number;
}

export class ListCreditGrantsQuery extends ListQuery {
  @Text(reference) customerId: string;
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @Text({ ...reference, optional: true }) currencyId?: string;

  @Text({ ...reference, optional: true, description: 'Default: only those of no resource.' })
  resourceId?: string;
}
