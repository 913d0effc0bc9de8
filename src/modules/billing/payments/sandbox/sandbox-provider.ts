import { type Clock } from '#libs/kernel/clock';
import { isUid } from '#libs/kernel/ids';
import { type UnitOfWork } from '#libs/persistence/unit-of-work';
import {
  ProviderRefusal,
  type ChargeOrder,
  type Payer,
  type PaymentMethod,
  type PaymentOutcome,
  type PaymentProvider,
  type RefundOrder,
} from '../domain/payment-provider';
import { sandboxMethods } from './sandbox-methods';
import { SandboxPayment } from './sandbox-payment';
import type { SandboxPayments } from './sandbox-payments.repository';

/** A provider that moves no money: everything comes of the method and of the clock of the environment. ADR-0092 */
export class SandboxProvider implements PaymentProvider {
  constructor(
    private readonly payments: SandboxPayments,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  ensureCustomer({ uid }: Payer): Promise<string> {
    return Promise.resolve(`cus_sandbox_${uid}`);
  }

  async attach(_customerRef: string, methodRef: string): Promise<PaymentMethod> {
    const { behavior: _, ...method } = methodOrThrow(methodRef);
    return method;
  }

  detach(): Promise<void> {
    return Promise.resolve();
  }

  charge(order: ChargeOrder): Promise<PaymentOutcome> {
    const { behavior } = methodOrThrow(order.methodRef);
    const now = this.clock.now();
    return this.unitOfWork.run(async () => {
      const payment = await this.payments.insertOnce(SandboxPayment.of(order, behavior, now));
      return payment.outcomeAt(now);
    });
  }

  ask(paymentRef: string): Promise<PaymentOutcome> {
    return this.change(paymentRef, () => undefined);
  }

  cancel(paymentRef: string): Promise<PaymentOutcome> {
    return this.change(paymentRef, (payment, now) => payment.cancelAt(now));
  }

  async refund({ key, paymentRef, amount }: RefundOrder): Promise<{ ref: string }> {
    await this.change(paymentRef, (payment) => {
      payment.refunds = { ...payment.refunds, [key]: amount.toString() };
    });
    return { ref: `re_sandbox_${key}` };
  }

  private change(ref: string, act: (payment: SandboxPayment, now: Date) => void): Promise<PaymentOutcome> {
    return this.unitOfWork.run(async () => {
      const uid = SandboxPayment.uidOf(ref);
      const payment = uid !== undefined && isUid(uid) ? await this.payments.lock(uid) : undefined;
      if (!payment) throw new ProviderRefusal(`the sandbox knows no payment ${ref}`, true);
      const now = this.clock.now();
      act(payment, now);
      await this.payments.save(payment, now);
      return payment.outcomeAt(now);
    });
  }
}

function methodOrThrow(ref: string) {
  const method = sandboxMethods.get(ref);
  if (method) return method;
  const known = [...sandboxMethods.keys()].join(', ');
  // What was sent may be the number of a card.
  throw new ProviderRefusal(`the sandbox knows no such payment method, only ${known}`, true);
}
