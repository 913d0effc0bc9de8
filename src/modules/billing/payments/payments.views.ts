import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Money } from '#libs/business/values/money';
import { placedAt } from '#libs/kernel/page';
import { View } from '#libs/shape/classes';
import { Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { Payment, PaymentState } from './domain/payment';

const PaymentStateEnum = enumShape<PaymentState>('InvoicePaymentState', [
  ...(['DUE', 'PROCESSING', 'ACTION_REQUIRED', 'SUCCEEDED', 'FAILED'] as const),
  ...(['CANCELED', 'RETURNING', 'RETURNED'] as const),
]);

@View('An attempt to collect an invoice. DUE: the provider has not answered yet, and is asked until it does.')
export class InvoicePayment {
  @Text() id: string;

  @Text({ nullable: true, description: 'Where who pays must do something.' })
  actionUrl: string | null;

  @Num() amount: number;
  @Timestamp() createdAt: Date;
  @OneOf(CurrencyEnum) currency: CurrencyCode;
  @Text({ nullable: true, description: 'Why it failed, or why the provider does not give it back.' })
  failureReason: string | null;
  @Text() invoiceId: string;

  @Num({ description: 'What went back, or goes back, because it was not owed any more.' })
  returnedAmount: number;

  @Timestamp({ nullable: true }) settledAt: Date | null;
  @OneOf(PaymentStateEnum) state: PaymentState;
  @Timestamp() updatedAt: Date;

  static from(this: void, payment: Payment): InvoicePayment {
    const {
      uid: id,
      actionUrl,
      createdAt,
      currency,
      reason,
      invoiceUid,
      settledAt,
      state,
      updatedAt,
    } = payment;
    const amount = (text: string): number => Money.of(text, currency).toNumber();
    const told = {
      ...{ id, actionUrl, createdAt, currency, failureReason: reason, invoiceId: invoiceUid },
      ...{ amount: amount(payment.amount), returnedAmount: amount(payment.returned) },
      ...{ settledAt, state, updatedAt },
    };
    return placedAt(told, id);
  }
}
