import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CollectedInvoices } from '#modules/billing/invoices';
import type { Payment } from './domain/payment';
import { PaymentCalls, type Answer } from './payment-calls.service';
import { PaymentFailures } from './payment-failures.service';
import { PaymentsRepository } from './payments.repository';

/** Why a payment is looked after: its time has come; the provider says that it should be; somebody waits for it, who could act. */
export type Occasion = 'DUE' | 'HINTED' | 'ATTENDED';

/**
 * Leads payments to their end: what is to be asked is kept first, the provider is asked outside any transaction, and what it answers is learnt
 * in another one. Whoever comes upon a payment that somebody left on the way does the same again, under the same key. ADR-0093
 */
@Injectable()
export class PaymentCollection {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly calls: PaymentCalls,
    private readonly invoices: CollectedInvoices,
    private readonly failures: PaymentFailures,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns whether it was this one's to do */
  async advance(uid: string, occasion: Occasion = 'DUE'): Promise<boolean> {
    const payment = await this.unitOfWork.run(() => this.take(uid, occasion));
    if (!payment) return false;
    // It has come: nobody is asked what became of it.
    if (payment.state === 'COLLECTED') return true;
    const answer = await this.calls.ask(payment, occasion === 'ATTENDED');
    if (answer === undefined) return true;
    const goesBack = await this.unitOfWork.run(() => this.learn(uid, answer));
    if (goesBack) await this.advance(uid, occasion);
    return true;
  }

  private async take(uid: string, occasion: Occasion): Promise<Payment | undefined> {
    const payment = await this.payments.lock(uid);
    const now = this.clock.now();
    if (!payment?.dueAt || (payment.dueAt > now && occasion === 'DUE')) return undefined;
    payment.take(now);
    await this.payments.save(payment, now);
    return payment;
  }

  /** @returns whether some of it goes back now */
  private async learn(uid: string, answer: Answer): Promise<boolean> {
    const payment = await this.payments.lock(uid);
    const now = this.clock.now();
    // Two may have asked at once: the first to come back has told it.
    if (!payment || payment.isSettled || payment.state === 'COLLECTED') return false;
    const wasReturning = payment.state === 'RETURNING';
    if (answer === 'RETURNED') payment.returnedAt(now);
    else if (!wasReturning) await this.settle(payment, answer, now);
    await this.payments.save(payment, now);
    return payment.state === 'RETURNING' && !wasReturning;
  }

  private async settle(payment: Payment, outcome: Exclude<Answer, 'RETURNED'>, now: Date): Promise<void> {
    const { invoiceUid } = payment;
    const isPaid = outcome.state === 'SUCCEEDED';
    const owed = isPaid && invoiceUid ? await this.invoices.pay(invoiceUid) : new Decimal(0);
    payment.learn(outcome, owed, now);
    if (payment.state === 'FAILED') await this.failures.tell(payment);
    if (payment.state === 'CANCELED') await this.failures.notCarriedOut(payment, 'the payment did not come');
  }
}
