import type {
  ChargeOrder,
  Checkout,
  CheckoutOrder,
  CheckoutOutcome,
  Payer,
  PaymentMethod,
  PaymentOutcome,
  PaymentProvider,
  ProviderNotice,
  RefundOrder,
} from '../domain/payment-provider';
import { StripeCharges } from './charges';
import { StripeCheckouts } from './checkouts';
import { StripeMethods } from './methods';
import { readNotice } from './notices';
import { StripePayers } from './payers';
import { StripeCalls } from './stripe-calls';
import type { StripeSettings } from './stripe-client';

/** Collects through an account at Stripe. ADR-0091 */
export class StripeProvider implements PaymentProvider {
  private readonly payers: StripePayers;
  private readonly methods: StripeMethods;
  private readonly charges: StripeCharges;
  private readonly checkouts: StripeCheckouts;
  readonly #webhookSecret: string;

  constructor(settings: StripeSettings) {
    const calls = new StripeCalls(settings);
    this.payers = new StripePayers(calls);
    this.methods = new StripeMethods(calls);
    this.charges = new StripeCharges(calls, this.methods, settings.clock);
    this.checkouts = new StripeCheckouts(calls, settings.clock);
    this.#webhookSecret = settings.webhookSecret;
  }

  ensureCustomer(payer: Payer): Promise<string> {
    return this.payers.ensure(payer);
  }

  attach(customerRef: string, methodRef: string): Promise<PaymentMethod> {
    return this.methods.attach(customerRef, methodRef);
  }

  detach(methodRef: string): Promise<void> {
    return this.methods.detach(methodRef);
  }

  charge(order: ChargeOrder): Promise<PaymentOutcome> {
    return this.charges.charge(order);
  }

  ask(paymentRef: string): Promise<PaymentOutcome> {
    return this.charges.ask(paymentRef);
  }

  cancel(paymentRef: string): Promise<PaymentOutcome> {
    return this.charges.cancel(paymentRef);
  }

  refund(order: RefundOrder): Promise<{ ref: string }> {
    return this.charges.refund(order);
  }

  openCheckout(order: CheckoutOrder): Promise<Checkout> {
    return this.checkouts.open(order);
  }

  askCheckout(checkoutRef: string): Promise<CheckoutOutcome> {
    return this.checkouts.ask(checkoutRef);
  }

  closeCheckout(checkoutRef: string): Promise<CheckoutOutcome> {
    return this.checkouts.close(checkoutRef);
  }

  readNotice(body: Buffer, signature: string, now: Date): ProviderNotice {
    return readNotice(body, signature, this.#webhookSecret, now);
  }
}
