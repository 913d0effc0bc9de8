import type * as z from 'zod';
import { ProviderAway, ProviderRefusal, type ProviderNotice } from '../domain/payment-provider';
import { eventShape } from './answer-shapes';
import { believed } from './stripe-calls';
import { stripeLibrary } from './stripe-library';

const toleranceSeconds = 300;

type StripeEvent = z.output<typeof eventShape>;

/**
 * Reads what was sent to the address of notices.
 * @throws ProviderRefusal where it was not signed with this secret, or too long ago; ProviderAway where it was, and cannot be read
 */
export function readNotice(body: Buffer, signature: string, secret: string, now: Date): ProviderNotice {
  const event = believed('A notice', eventShape, signedBy(secret, body, signature, now));
  return { id: event.id, about: aboutOf(event) };
}

function signedBy(secret: string, body: Buffer, signature: string, now: Date): unknown {
  try {
    const { webhooks } = stripeLibrary();
    return webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime());
  } catch {
    // What the library throws holds all that was sent.
    throw new ProviderRefusal(
      'The notice is not signed with the webhook secret of this integration, or too old',
    );
  }
}

function aboutOf({ type, data: { object } }: StripeEvent): ProviderNotice['about'] {
  const { environmentId, paymentUid } = object.metadata ?? {};
  const reference = {
    ...(environmentId === undefined ? {} : { environmentId }),
    ...(paymentUid === undefined ? {} : { paymentUid }),
  };
  if (type.startsWith('payment_intent.')) return { kind: 'PAYMENT', ref: requireId(object.id), ...reference };
  if (type.startsWith('checkout.session.'))
    return { kind: 'CHECKOUT', ref: requireId(object.id), ...reference };
  if (type !== 'charge.refunded') return null;
  const { payment_intent: payment } = object;
  const ref = typeof payment === 'object' ? payment?.id : payment;
  return ref == null ? null : { kind: 'PAYMENT', ref, ...reference };
}

function requireId(id: string | undefined): string {
  if (id !== undefined) return id;
  throw new ProviderAway('A notice: Stripe does not say what it is about');
}
