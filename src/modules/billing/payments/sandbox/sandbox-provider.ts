import { type Clock } from '#libs/kernel/clock';
import { isUid } from '#libs/kernel/ids';
import { type UnitOfWork } from '#libs/persistence/unit-of-work';
import {
  ProviderRefusal,
  type ChargeOrder,
  type Checkout,
  type CheckoutOrder,
  type CheckoutOutcome,
  type Payer,
  type PaymentMethod,
  type PaymentOutcome,
  type PaymentProvider,
  type RefundOrder,
} from '../domain/payment-provider';
import type { SandboxAddresses } from './sandbox-addresses';
import { SandboxCheckout } from './sandbox-checkout';
import type { SandboxCheckouts } from './sandbox-checkouts.repository';
import { sandboxMethods } from './sandbox-methods';
import { SandboxPayment } from './sandbox-payment';
import type { SandboxPayments } from './sandbox-payments.repository';

/** A provider that moves no money: everything comes of the method, of what is done on its pages and of the clock of the environment. ADR-0092 */
export class SandboxProvider implements PaymentProvider {
  constructor(
    private readonly payments: SandboxPayments,
    private readonly checkouts: SandboxCheckouts,
    private readonly addresses: SandboxAddresses,
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
    return this.unitOfWork.run(async () =>
      this.outcomeOf(await this.payments.insertOnce(SandboxPayment.of(order, behavior, now)), now),
    );
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

  /** @throws ProviderRefusal where the page could lead nowhere afterwards */
  async openCheckout(order: CheckoutOrder): Promise<Checkout> {
    const asked = SandboxCheckout.of(order, this.clock.now());
    const checkout = await this.unitOfWork.run(() => this.checkouts.insertOnce(asked));
    return { ref: checkout.ref, url: this.addresses.ofCheckout(checkout) };
  }

  askCheckout(checkoutRef: string): Promise<CheckoutOutcome> {
    return this.changeCheckout(checkoutRef, () => undefined);
  }

  closeCheckout(checkoutRef: string): Promise<CheckoutOutcome> {
    return this.changeCheckout(checkoutRef, (checkout, now) => checkout.close(now));
  }

  private change(ref: string, act: (payment: SandboxPayment, now: Date) => void): Promise<PaymentOutcome> {
    return this.unitOfWork.run(async () => {
      const uid = SandboxPayment.uidOf(ref);
      const payment = uid !== undefined && isUid(uid) ? await this.payments.lock(uid) : undefined;
      if (!payment) throw new ProviderRefusal(`the sandbox knows no payment ${ref}`, true);
      const now = this.clock.now();
      act(payment, now);
      await this.payments.save(payment, now);
      return this.outcomeOf(payment, now);
    });
  }

  private changeCheckout(
    ref: string,
    act: (checkout: SandboxCheckout, now: Date) => void,
  ): Promise<CheckoutOutcome> {
    return this.unitOfWork.run(async () => {
      const uid = SandboxCheckout.uidOf(ref);
      const checkout = uid !== undefined && isUid(uid) ? await this.checkouts.lock(uid) : undefined;
      if (!checkout) throw new ProviderRefusal(`the sandbox knows no page ${ref}`, true);
      const now = this.clock.now();
      act(checkout, now);
      await this.checkouts.save(checkout, now);
      return this.checkoutOutcomeOf(checkout, now);
    });
  }

  private async checkoutOutcomeOf(checkout: SandboxCheckout, now: Date): Promise<CheckoutOutcome> {
    const { paidBy } = checkout;
    const payment = paidBy === null ? undefined : (await this.payments.findByUids([paidBy])).get(paidBy);
    if (payment) return { state: 'COMPLETE', payment: this.outcomeOf(payment, now) };
    return { state: checkout.stateAt(now) === 'OPEN' ? 'OPEN' : 'EXPIRED' };
  }

  private outcomeOf(payment: SandboxPayment, now: Date): PaymentOutcome {
    const outcome = payment.outcomeAt(now, this.addresses.ofConfirmation(payment));
    if (outcome.state !== 'SUCCEEDED') return outcome;
    const { behavior: _, ...method } = methodOrThrow(payment.methodRef);
    return { ...outcome, method };
  }
}

function methodOrThrow(ref: string) {
  const method = sandboxMethods.get(ref);
  if (method) return method;
  const known = [...sandboxMethods.keys()].join(', ');
  // What was sent may be the number of a card.
  throw new ProviderRefusal(`the sandbox knows no such payment method, only ${known}`, true);
}
