import type Stripe from 'stripe';
import type { MachineClock } from '#libs/kernel/clock';
import {
  ProviderAway,
  ProviderRefusal,
  type Checkout,
  type CheckoutOrder,
  type CheckoutOutcome,
} from '../domain/payment-provider';
import { sessionShape, type Session } from './answer-shapes';
import { metadataOf } from './charges';
import { takenTypes } from './methods';
import { askedText, minorUnits } from './minor-units';
import { outcomeOf } from './outcomes';
import { requireRef, type StripeCalls } from './stripe-calls';
import { StripeAway, StripeRefusal } from './what-failed';

const minuteMs = 60_000;
/** Stripe takes 30 minutes to 24 hours from when it is told; neither its clock nor the way there is ours. */
const shortestMs = 31 * minuteMs;
const longestMs = 24 * 60 * minuteMs - minuteMs;
const mostAtOnce = 100;

/** Pages of Stripe on which somebody pays once. */
export class StripeCheckouts {
  constructor(
    private readonly calls: StripeCalls,
    private readonly clock: MachineClock,
  ) {}

  /** @throws ProviderAway, ProviderRefusal */
  async open(order: CheckoutOrder): Promise<Checkout> {
    const params = this.paramsOf(order);
    try {
      const session = await this.calls.answer('A payment page', sessionShape, (stripe) =>
        stripe.checkout.sessions.create(params, { idempotencyKey: order.key }),
      );
      return checkoutOf(session);
    } catch (error) {
      // Told again later, when its end had to be another one.
      if (!(error instanceof StripeRefusal) || error.code !== 'idempotency_error') throw error;
      const former = await this.find(order);
      if (!former) throw error;
      return checkoutOf(former);
    }
  }

  /** @throws ProviderAway, ProviderRefusal */
  async ask(checkoutRef: string): Promise<CheckoutOutcome> {
    const ref = requireRef(checkoutRef, 'checkoutRef');
    const session = await this.calls.answer('The payment page', sessionShape, (stripe) =>
      stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent.payment_method'] }),
    );
    if (session.status === 'open') return { state: 'OPEN' };
    if (session.status === 'expired') return { state: 'EXPIRED' };
    const { payment_intent: payment } = session;
    if (typeof payment !== 'object' || payment === null)
      throw new ProviderAway('The payment page: Stripe calls it complete and names no payment');
    return { state: 'COMPLETE', payment: outcomeOf(payment) };
  }

  /** @throws ProviderAway, ProviderRefusal */
  async close(checkoutRef: string): Promise<CheckoutOutcome> {
    const ref = requireRef(checkoutRef, 'checkoutRef');
    try {
      await this.calls.answer('Closing a payment page', sessionShape, (stripe) =>
        stripe.checkout.sessions.expire(ref),
      );
      return { state: 'EXPIRED' };
    } catch (error) {
      if (!(error instanceof ProviderRefusal) || error.isUnknown) throw error;
      const outcome = await this.ask(ref);
      if (outcome.state === 'OPEN') throw error;
      return outcome;
    }
  }

  private paramsOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
    const { key, currency, description, about } = order;
    const amount = minorUnits(order.amount, currency);
    const metadata = { ...metadataOf(about), key, asked: askedText(amount, currency) };
    return {
      mode: 'payment',
      customer: requireRef(order.customerRef, 'customerRef'),
      client_reference_id: about.paymentUid,
      line_items: [
        { quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: description } } },
      ],
      payment_intent_data: { description, metadata, setup_future_usage: 'off_session' },
      metadata,
      // Whoever pays by another type could not be charged again.
      allowed_payment_method_types: [...takenTypes],
      // What is asked for is collected in its own currency.
      adaptive_pricing: { enabled: false },
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      ...this.endOf(order),
    };
  }

  /** Nothing where a day is too short: it is what Stripe takes of itself, and stays the same however often it is told. */
  private endOf({ expiresAt }: CheckoutOrder): { expires_at?: number } {
    const now = this.clock.now().getTime();
    if (expiresAt.getTime() >= now + longestMs) return {};
    return { expires_at: Math.ceil(Math.max(expiresAt.getTime(), now + shortestMs) / 1000) };
  }

  private async find({ key, customerRef }: CheckoutOrder): Promise<Session | undefined> {
    const found = await this.calls.listed('The payment pages of a customer', key, sessionShape, (stripe) =>
      stripe.checkout.sessions.list({ customer: customerRef, status: 'open', limit: mostAtOnce }),
    );
    return found[0];
  }
}

function checkoutOf({ id, url }: Session): Checkout {
  if (url) return { ref: id, url };
  throw new StripeAway('A payment page: Stripe names no address of it', false);
}
