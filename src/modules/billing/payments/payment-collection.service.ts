import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CollectedInvoices, type InvoiceCollection } from '#modules/billing/invoices';
import { isComing, type OfferedPage, type Payment } from './domain/payment';
import { ProviderRefusal, type PaymentOutcome } from './domain/payment-provider';
import { PaymentAttempts } from './payment-attempts.service';
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
    private readonly attempts: PaymentAttempts,
    private readonly failures: PaymentFailures,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns whether it was this one's to do */
  async advance(uid: string, occasion: Occasion = 'DUE'): Promise<boolean> {
    const payment = await this.unitOfWork.run(() => this.take(uid, occasion));
    if (!payment) return false;
    const next = payment.isSettled
      ? await this.attempts.follow(payment)
      : await this.ask(payment, occasion === 'ATTENDED');
    if (next !== undefined) await this.advance(next, occasion);
    return true;
  }

  /** @returns what is to be looked after at once */
  private async ask(payment: Payment, isAttended: boolean): Promise<string | undefined> {
    // It has come: nobody is asked what became of it.
    if (payment.state === 'COLLECTED') return undefined;
    const answer = await this.calls.ask(payment, isAttended);
    return answer === undefined ? undefined : this.unitOfWork.run(() => this.learn(payment.uid, answer));
  }

  private async take(uid: string, occasion: Occasion): Promise<Payment | undefined> {
    const payment = await this.payments.lock(uid);
    const now = this.clock.now();
    if (!payment?.dueAt || (payment.dueAt > now && occasion === 'DUE')) return undefined;
    // A customer may be in other hands, which nobody who waits for a payment shall hear of.
    if (payment.isSettled) return payment.mayBeFollowed(now) && occasion !== 'ATTENDED' ? payment : undefined;
    payment.take(now);
    const failure = await this.attempts.equip(payment, now);
    if (failure) await this.settle(payment, failure, now);
    await this.payments.save(payment, now);
    return payment;
  }

  /** @returns itself where some of it goes back now, or nothing follows it any more */
  private async learn(uid: string, answer: Answer): Promise<string | undefined> {
    const payment = await this.payments.lock(uid);
    const now = this.clock.now();
    // Two may have asked at once: the first to come back has told it.
    if (!payment || payment.isSettled || payment.state === 'COLLECTED') return undefined;
    const wasReturning = payment.state === 'RETURNING';
    if (answer instanceof ProviderRefusal) this.putOff(payment, answer, now);
    else if (answer === 'RETURNED') payment.returnedAt(now);
    else if (!wasReturning) await this.settle(payment, answer, now);
    await this.payments.save(payment, now);
    return (payment.state === 'RETURNING' && !wasReturning) || payment.isLast ? uid : undefined;
  }

  /** Domain: contracts-billing V14; access-and-events W10 */
  private putOff(payment: Payment, { message: reason }: ProviderRefusal, now: Date): void {
    if (payment.putOff(reason, now)) this.failures.tellRefused(payment, reason);
  }

  private async settle(payment: Payment, outcome: PaymentOutcome | OfferedPage, now: Date): Promise<void> {
    const { invoiceUid } = payment;
    const isPaid = outcome.state === 'SUCCEEDED';
    const owed = isPaid && invoiceUid ? await this.invoices.pay(invoiceUid) : new Decimal(0);
    const isNews = payment.state !== outcome.state;
    payment.learn(outcome, owed, now);
    // What is called off says nothing of its invoice.
    if (!isPaid && invoiceUid && !payment.isGivenUp)
      await this.invoices.note(invoiceUid, standingBy(outcome));
    if (outcome.state === 'ACTION_REQUIRED' && isNews && invoiceUid) await this.failures.stalled(invoiceUid);
    if (payment.hasFailed) await this.failures.tell(payment);
    else if (payment.state === 'CANCELED')
      await this.failures.notCarriedOut(payment, 'the payment did not come');
  }
}

/** What is canceled there has not come. Domain: customers-subscriptions S3 */
const standingBy = ({ state }: PaymentOutcome | OfferedPage): InvoiceCollection =>
  isComing(state) ? state : 'FAILED';
