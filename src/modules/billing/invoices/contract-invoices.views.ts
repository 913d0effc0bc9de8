import { InvoiceStatusEnum, type InvoiceStatus } from '#libs/business/shapes/invoicing';
import { CurrencyEnum, FlatPrice } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { type FlatPrice as FlatPriceValue, flatPriceOf } from '#libs/business/values/flat-price';
import { Money } from '#libs/business/values/money';
import { View } from '#libs/shape/classes';
import { Bool, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { Invoice } from './domain/invoice';

/** Domain: contracts-billing V1 */
export type BillingReason =
  | 'BILLING_CYCLE'
  | 'SUBSCRIPTION_CREATION'
  | 'SUBSCRIPTION_UPDATE'
  | 'MANUAL'
  | 'MINIMUM_INVOICE_AMOUNT_EXCEEDED'
  | 'OTHER';
export const BillingReasonEnum = enumShape<BillingReason>('BillingReason', [
  'BILLING_CYCLE',
  'SUBSCRIPTION_CREATION',
  'SUBSCRIPTION_UPDATE',
  'MANUAL',
  'MINIMUM_INVOICE_AMOUNT_EXCEEDED',
  'OTHER',
]);

export const statusOf = ({ uid, state }: Invoice): InvoiceStatus => {
  if (state === 'DRAFT') throw new Error(`Invoice ${uid} is a draft and no invoice to callers`);
  return state;
};

@View('The invoice of a contract or a subscription that was sent last.')
export class LatestInvoice {
  @Text({ description: 'Its invoiceId.' }) billingId: string;
  @Timestamp({ description: 'When it was sent.' }) createdAt: Date;

  @Bool({ description: 'A payment of it waits for the customer to confirm it.' })
  requiresAction: boolean;

  @OneOf(InvoiceStatusEnum) status: InvoiceStatus;
  @Num({ nullable: true, description: 'What is left to pay.' }) amountDue: number | null;

  @OneOf(BillingReasonEnum, {
    nullable: true,
    description:
      'BILLING_CYCLE: the schedule of the contract, a period of the subscription. MANUAL: late usage alone, or usage that was charged.',
  })
  billingReason: BillingReason | null;

  @OneOf(CurrencyEnum, { nullable: true }) currency: CurrencyCode | null;
  @Text({ nullable: true, description: 'Null: ask for the PDF of the invoice.' }) pdfUrl: string | null;
  @Num({ nullable: true }) total: number | null;

  static from(this: void, invoice: Invoice): LatestInvoice {
    const { uid, currency, total, finalizedAt, createdAt } = invoice;
    return {
      billingId: uid,
      createdAt: finalizedAt ?? createdAt,
      requiresAction: invoice.requiresAction,
      status: statusOf(invoice),
      amountDue: Money.of(invoice.amountDue, currency).toNumber(),
      billingReason: invoice.billingReason,
      currency,
      pdfUrl: null,
      total: Money.of(total, currency).toNumber(),
    };
  }
}

@View('The invoice of a contract that comes next.')
export class NextInvoice {
  @Nested(FlatPrice, { description: 'With tax; usage is not in it before it is known.' })
  amount: FlatPriceValue;

  @Timestamp({ nullable: true }) dueDate: Date | null;
  @Timestamp({ nullable: true, description: 'Its last day.' }) periodEnd: Date | null;
  @Timestamp({ nullable: true }) periodStart: Date | null;

  static from(this: void, { total, currency, dueDate, periodEnd, periodStart }: Invoice): NextInvoice {
    return { amount: flatPriceOf({ amount: total, currency }), dueDate, periodEnd, periodStart };
  }
}
