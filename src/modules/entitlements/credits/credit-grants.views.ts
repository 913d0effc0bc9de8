import { VendorIdentifierEnum, type VendorIdentifier } from '#modules/customers/integrations';
import { PaymentCollectionEnum, type PaymentCollection } from '#libs/business/shapes/collection';
import { InvoiceStatusEnum, type InvoiceStatus } from '#libs/business/shapes/invoicing';
import { View } from '#libs/shape/classes';
import { ListOf, Bool, Nested, Num, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { grantTypes, type GrantType } from './domain/burn-order';
import { grantStatuses, type CreditGrant as StoredGrant, type GrantStatus } from './domain/credit-grant';
import { grantSourceTypes, type GrantSourceType } from './domain/recurrence';

export const GrantTypeEnum = enumShape<GrantType>('GrantType', grantTypes);
const SourceTypeEnum = enumShape<GrantSourceType>('SourceType', grantSourceTypes);
const CreditGrantStatusEnum = enumShape<GrantStatus>('CreditGrantStatus', grantStatuses);

@View('What all credits of a grant cost, in whole currency units.')
export class Cost {
  @Num() amount: number;
  @Text() currency: string;
}

/** Spec: LatestInvoiceBillingReason */
export type GrantBillingReason = 'MANUAL' | 'OTHER';
const GrantBillingReasonEnum = enumShape<GrantBillingReason>('LatestInvoiceBillingReason', [
  'MANUAL',
  'OTHER',
]);

@View('The invoice of a credit grant.')
export class CreditGrantLatestInvoice {
  @Text({ description: 'Its invoiceId.' }) billingId: string;
  @OneOf(GrantBillingReasonEnum, { nullable: true, description: 'OTHER.' })
  billingReason: GrantBillingReason | null;
  @Timestamp({ description: 'When it was sent.' }) createdAt: Date;
  @Text({ nullable: true }) currency: string | null;
  @Timestamp({ nullable: true }) dueDate: Date | null;
  @Text({ nullable: true, description: 'Why its last payment failed.' }) errorMessage: string | null;
  @Text({ nullable: true, description: 'Where who pays must do something.' }) paymentUrl: string | null;
  @Text({ nullable: true, description: 'Null: ask for the PDF of the invoice.' }) pdfUrl: string | null;

  @Bool({ description: 'A payment of it waits for the customer to confirm it.' })
  requiresAction: boolean;

  @OneOf(InvoiceStatusEnum) status: InvoiceStatus;
  @Num({ nullable: true }) subTotal: number | null;
  @Num({ nullable: true }) tax: number | null;
  @Num({ nullable: true }) total: number | null;
  @Timestamp() updatedAt: Date;
}

/** How a grant is billed, as it is told with it. */
export interface GrantBilling {
  invoiceId: string | null;
  latestInvoice: CreditGrantLatestInvoice | null;
  paymentCollection: PaymentCollection;
}

const notBilled: GrantBilling = { invoiceId: null, latestInvoice: null, paymentCollection: 'NOT_REQUIRED' };

const SyncStateStatusEnum = enumShape<SyncState['status']>('SyncStateStatus', [
  ...(['PENDING', 'ERROR', 'SUCCESS', 'NO_SYNC_REQUIRED'] as const),
]);

@View('How far another system was told.')
export class SyncState {
  @OneOf(SyncStateStatusEnum) status: 'PENDING' | 'ERROR' | 'SUCCESS' | 'NO_SYNC_REQUIRED';
  @Text({ nullable: true }) syncedEntityId: string | null;
  @OneOf(VendorIdentifierEnum) vendorIdentifier: VendorIdentifier;
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
  @Nested(CreditGrantLatestInvoice, { nullable: true }) latestInvoice: CreditGrantLatestInvoice | null;
  @StringMap() metadata: Record<string, string>;
  @OneOf(PaymentCollectionEnum) paymentCollection: PaymentCollection;
  @Num({ description: 'The smaller is drawn from first.' }) priority: number;
  @Text({ nullable: true }) resourceId: string | null;
  @OneOf(SourceTypeEnum, { nullable: true }) sourceType: GrantSourceType | null;
  @OneOf(CreditGrantStatusEnum) status: GrantStatus;
  @ListOf(SyncState, { nullable: true, description: 'Null: no other system is told of credits.' })
  syncStates: SyncState[] | null;

  @Timestamp() updatedAt: Date;
  @Timestamp({ nullable: true }) voidedAt: Date | null;

  /** Its status follows from the instant that is asked about. Domain: credits G1, G3 */
  static from(grant: StoredGrant, at: Date, billing = notBilled): CreditGrant {
    const { id, comment, createdAt, currencyId, customerId, displayName, effectiveAt, expireAt } = grant;
    const { grantType, metadata, priority, resourceId, sourceType, updatedAt } = grant;
    const { costAmount, costCurrency } = grant;
    return {
      ...{ id, amount: grant.amount.toNumber(), comment, consumedAmount: grant.consumed.toNumber() },
      cost: { amount: Number(costAmount ?? 0), currency: costCurrency ?? 'usd' },
      ...{ createdAt, currencyId, customerId, displayName, effectiveAt, expireAt, grantType },
      ...{ ...billing, metadata },
      ...{
        priority,
        resourceId,
        sourceType,
        status: grant.status(at),
        syncStates: null,
        updatedAt,
        voidedAt: grant.voidedBy(at),
      },
    };
  }
}
