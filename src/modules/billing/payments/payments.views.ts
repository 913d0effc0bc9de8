import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Money } from '#libs/business/values/money';
import { placedAt } from '#libs/kernel/page';
import { View } from '#libs/shape/classes';
import { Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { Payment, PaymentState } from './domain/payment';

/** Of one that has an invoice. */
type InvoicePaymentState = Exclude<PaymentState, 'OFFERED' | 'COLLECTED'>;
const PaymentStateEnum = enumShape<InvoicePaymentState>('InvoicePaymentState', [
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
  @OneOf(PaymentStateEnum) state: InvoicePaymentState;
  @Timestamp() updatedAt: Date;

  static from(this: void, payment: Payment): InvoicePayment {
    const { uid: id, actionUrl, createdAt, invoiceUid, settledAt, state, updatedAt } = payment;
    const told = {
      ...{ ...FailedPayment.from(payment), actionUrl, createdAt, invoiceId: invoiceUid as string },
      ...{ returnedAmount: Money.of(payment.returned, payment.currency).toNumber(), settledAt },
      ...{ state: state as InvoicePaymentState, updatedAt },
    };
    return placedAt(told, id);
  }
}

/** An attempt that failed, as the activity log tells it; that of a purchase has no invoice. */
export class FailedPayment {
  id: string;
  amount: number;
  currency: CurrencyCode;
  failureReason: string | null;

  static from(this: void, { uid: id, amount, currency, reason }: Payment): FailedPayment {
    return { id, amount: Money.of(amount, currency).toNumber(), currency, failureReason: reason };
  }
}
