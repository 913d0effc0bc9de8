import { Injectable } from '@nestjs/common';
import { heldAt } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Change, Extensions } from '#libs/messaging/extensions';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { atTill } from '#modules/billing/invoices';
import type { Payment } from './domain/payment';
import type { Purchase } from './domain/purchase';
import { MovedOn, PaymentNeeded, PurchaseTill } from './domain/purchase-till';
import { PaymentCollection, type Occasion } from './payment-collection.service';
import { PageMethods } from './page-methods.service';
import { PaymentFailures } from './payment-failures.service';
import { PaymentsRepository } from './payments.repository';

/** What was asked for is paid, or its payment is on its way: whose matter it is carries it out at the till that stands there. */
export const purchaseDue = new Change<{ purchase: Purchase }>('purchase.due');

/** How a unit of work is committed. */
type Commit = <T>(work: () => Promise<T>) => Promise<T>;

/** What is to be done with a payment; each tells all that it makes before it ends, so that its documents have passed the till. */
export interface Completing<T> {
  make(): Promise<T>;
  /** What was made of it by somebody else meanwhile, or waits for it. */
  found(made: string): Promise<T>;
}

/** So long what was asked for is carried out as of when it was: the payer did not have to act. */
const heldForMs = 2 * 60_000;

/**
 * Carries out what is paid for, once: in the transaction that spends the payment. Who asked for it does so while they wait; where nobody waits
 * any more, the run of payments does. ADR-0095
 */
@Injectable()
export class PurchaseCompletion {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly collection: PaymentCollection,
    private readonly failures: PaymentFailures,
    private readonly methods: PageMethods,
    private readonly extensions: Extensions,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Leads a payment on where nobody waits for it. @returns whether it was this one's to do */
  async advance(uid: string, occasion: Occasion = 'DUE'): Promise<boolean> {
    if (!(await this.collection.advance(uid, occasion))) return false;
    const payment = await this.payments.getByUid(uid);
    if (!payment.isReady) return true;
    const { purchase } = payment;
    const make = () => this.extensions.announce(purchaseDue, { purchase: purchase as Purchase });
    const completing = { make, found: async () => undefined };
    await this.carryOut(payment, completing, (work) => this.unitOfWork.run(work)).catch((error: unknown) => {
      // It goes back, and whose matter it is was told.
      if (!(error instanceof DomainError) || isHeld(error)) throw error;
    });
    return true;
  }

  /**
   * @param commit the transaction in which it is made, or found
   * @throws what `make` refuses: then the payment goes back
   */
  async carryOut<T>(payment: Payment, completing: Completing<T>, commit: Commit): Promise<T> {
    const age = this.clock.now().getTime() - payment.createdAt.getTime();
    const isHeldAt = payment.methodRef !== null && age < heldForMs;
    const asked = new Date(payment.purchase?.askedAt ?? payment.createdAt);
    const answer = await this.spentOnce(payment, completing, commit, isHeldAt ? asked : null);
    const { state } = await this.payments.getByUid(payment.uid);
    if (state === 'RETURNING') await this.collection.advance(payment.uid);
    return answer;
  }

  private async spentOnce<T>(
    payment: Payment,
    completing: Completing<T>,
    commit: Commit,
    instant: Date | null,
  ): Promise<T> {
    try {
      return await commit(() => this.spend(payment.uid, completing, instant));
    } catch (error) {
      if (error instanceof MovedOn) return this.spentOnce(payment, completing, commit, null);
      throw await this.refused(payment, error);
    }
  }

  private async spend<T>(uid: string, { make, found }: Completing<T>, instant: Date | null): Promise<T> {
    const payment = await this.payments.lock(uid);
    if (!payment?.isReady) return found(madeBefore(payment));
    await this.methods.keep(payment);
    const till = new PurchaseTill(payment, instant);
    const answer = await atTill(till, () => (instant ? heldAt(instant, make) : make()));
    const now = this.clock.now();
    payment.apply(till.applied, now);
    await this.payments.save(payment, now);
    return answer;
  }

  /** What cannot be carried out is not paid for. @returns what to tell who asked */
  private async refused({ uid }: Payment, error: unknown): Promise<unknown> {
    const refusal = error instanceof PaymentNeeded ? costsOtherwise(error) : error;
    if (!(refusal instanceof DomainError) || isHeld(error)) return refusal;
    await this.unitOfWork.run(async () => {
      const payment = await this.payments.lock(uid);
      if (!payment?.isReady) return;
      await this.failures.notCarriedOut(payment, refusal.message);
      const now = this.clock.now();
      payment.giveUp(now);
      await this.payments.save(payment, now);
    });
    await this.collection.advance(uid, 'ATTENDED');
    return refusal;
  }
}

/** @throws ObjectAlreadyBeingUsedByAnotherRequestError where somebody else has given it up meanwhile */
function madeBefore(payment: Payment | undefined): string {
  const made = payment?.purchase?.made ?? payment?.purchase?.waitsOn;
  if (made !== undefined) return made;
  const message = 'What was asked for is given up by another request; look at what is there, and ask again';
  throw new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError', message);
}

/** Somebody else holds what it needs; it is carried out later. */
const isHeld = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'ObjectAlreadyBeingUsedByAnotherRequestError';

const costsOtherwise = ({ subject, customerId }: PaymentNeeded): DomainError =>
  new DomainError(
    'PaymentProcessorError',
    `What is due for ${subject} has changed while customer ${customerId} paid; the payment goes back. Read what is there by now, and ask again`,
  );
