import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CollectedInvoices } from '#modules/billing/invoices';
import { Customer, CustomersService } from '#modules/customers/customers';
import type { Payment } from './domain/payment';
import { ProviderRefusal, type PaymentOutcome } from './domain/payment-provider';
import { PaymentCalls, type Answer } from './payment-calls.service';
import { InvoicePayment } from './payments.views';
import { PaymentsRepository } from './payments.repository';
import { syncFailuresOf, type SyncFailure } from './sync-failures.record';

/** Why a payment is looked after: its time has come; the provider says that it should be; somebody waits for it, who could act. */
export type Occasion = 'DUE' | 'HINTED' | 'ATTENDED';

/** A payment that failed, as it is told. */
interface FailedPayment {
  payment: Payment;
  customer: Customer;
}

/**
 * Leads payments to their end: what is to be asked is kept first, the provider is asked outside any transaction, and what it answers is learnt
 * in another one. Whoever comes upon a payment that somebody left on the way does the same again, under the same key. ADR-0093
 */
@Injectable()
export class PaymentCollection {
  private readonly failures: ChangeRecord<FailedPayment>;
  private readonly refused: ChangeRecord<SyncFailure>;

  constructor(
    private readonly payments: PaymentsRepository,
    private readonly calls: PaymentCalls,
    private readonly invoices: CollectedInvoices,
    private readonly customers: CustomersService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.refused = syncFailuresOf(recorder);
    this.failures = recorder.recordOf({
      entity: 'INVOICE',
      noun: 'customer',
      picture: ({ payment }) => InvoicePayment.from(payment),
      idOf: ({ payment }) => payment.invoiceUid,
      parentOf: ({ payment }) => payment.customerId,
      payload: (_, { customer }) => ({ customer }),
    });
  }

  /** @returns whether it was this one's to do */
  async advance(uid: string, occasion: Occasion = 'DUE'): Promise<boolean> {
    const payment = await this.unitOfWork.run(() => this.take(uid, occasion));
    if (!payment) return false;
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
    if (!payment || payment.isSettled) return false;
    const wasReturning = payment.state === 'RETURNING';
    if (answer instanceof ProviderRefusal) this.putOff(payment, answer, now);
    else if (answer === 'RETURNED') payment.returnedAt(now);
    else if (!wasReturning) await this.settle(payment, answer, now);
    await this.payments.save(payment, now);
    return payment.state === 'RETURNING' && !wasReturning;
  }

  /** Domain: contracts-billing V14; access-and-events W10 */
  private putOff(payment: Payment, { message: reason }: ProviderRefusal, now: Date): void {
    if (!payment.putOff(reason, now)) return;
    const { state, returned, currency, customerId, invoiceUid: entityId } = payment;
    const what =
      state === 'RETURNING'
        ? `${new Decimal(returned).toString()} ${currency} that are not owed do not go back`
        : 'What became of a payment is not known';
    this.refused.add('sync_failed', null, {
      ...{ entityType: 'INVOICE', entityId, customerId },
      message: `${what}. The payment provider refused: ${reason}`,
    });
  }

  private async settle(payment: Payment, outcome: PaymentOutcome, now: Date): Promise<void> {
    const isPaid = outcome.state === 'SUCCEEDED';
    const owed = isPaid ? await this.invoices.pay(payment.invoiceUid) : new Decimal(0);
    payment.learn(outcome, owed, now);
    if (outcome.state !== 'FAILED') return;
    const customer = Customer.from(await this.customers.getOrThrow(payment.customerId));
    this.failures.add('payment_failed', null, { payment, customer });
  }
}
