import { PaymentCollectionEnum, type PaymentCollection } from '#libs/business/shapes/collection';
import { View } from '#libs/shape/classes';
import { Nested, Num, OneOf, StringMap, Text, Timestamp, Unbuilt } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { grantTypes, type GrantType } from './domain/burn-order';
import {
  grantSourceTypes,
  grantStatuses,
  type CreditGrant as StoredGrant,
  type GrantSourceType,
  type GrantStatus,
} from './domain/credit-grant';

export const GrantTypeEnum = enumShape<GrantType>('GrantType', grantTypes);
const SourceTypeEnum = enumShape<GrantSourceType>('SourceType', grantSourceTypes);
const CreditGrantStatusEnum = enumShape<GrantStatus>('CreditGrantStatus', grantStatuses);

@View('What all credits of a grant cost, in whole currency units.')
export class Cost {
  @Num() amount: number;
  @Text() currency: string;
}

@View('A dated block of credits in the wallet of a customer.')
export class CreditGrant {
  @Text() id: string;
  @Num({ description: 'Credits that were given.' }) amount: number;
  @Text({ nullable: true }) comment: string | null;
  @Num({ description: 'Credits of it that were used; of an overdraft, what is owed.' })
  consumedAmount: number;
  @Nested(Cost) cost: Cost;
  @Timestamp() createdAt: Date;
  @Text({ description: 'Id of the custom currency.' }) currencyId: string;
  @Text() customerId: string;
  @Text() displayName: string;
  @Timestamp({ description: 'From when it can be drawn from.' }) effectiveAt: Date;
  @Timestamp({ nullable: true, description: 'Exclusive; null is never.' }) expireAt: Date | null;
  @OneOf(GrantTypeEnum) grantType: GrantType;
  @Text({ nullable: true, description: 'Null: it was not billed here.' }) invoiceId: string | null;
  @Unbuilt({ description: 'Always null: credits are not billed in this release.' }) latestInvoice: null;
  @StringMap() metadata: Record<string, string>;
  @OneOf(PaymentCollectionEnum) paymentCollection: PaymentCollection;
  @Num({ description: 'The smaller is drawn from first.' }) priority: number;
  @Text({ nullable: true }) resourceId: string | null;
  @OneOf(SourceTypeEnum, { nullable: true }) sourceType: GrantSourceType | null;
  @OneOf(CreditGrantStatusEnum) status: GrantStatus;
  @Unbuilt({ description: 'Always null: no other system is told of credits.' }) syncStates: null;
  @Timestamp() updatedAt: Date;
  @Timestamp({ nullable: true }) voidedAt: Date | null;

  /** Its status follows from the instant that is asked about. Domain: credits G1, G3 */
  static from(grant: StoredGrant, at: Date): CreditGrant {
    const { id, comment, createdAt, currencyId, customerId, displayName, effectiveAt, expireAt } = grant;
    const { grantType, metadata, priority, resourceId, sourceType, updatedAt, voidedAt } = grant;
    const { costAmount, costCurrency } = grant;
    return {
      ...{ id, amount: grant.amount.toNumber(), comment, consumedAmount: grant.consumed.toNumber() },
      cost: { amount: Number(costAmount ?? 0), currency: costCurrency ?? 'usd' },
      ...{ createdAt, currencyId, customerId, displayName, effectiveAt, expireAt, grantType },
      ...{ invoiceId: null, latestInvoice: null, metadata, paymentCollection: 'NOT_REQUIRED' },
      ...{
        priority,
        resourceId,
        sourceType,
        status: grant.status(at),
        syncStates: null,
        updatedAt,
        voidedAt,
      },
    };
  }
}
