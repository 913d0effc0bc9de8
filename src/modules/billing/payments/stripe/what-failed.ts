import type Stripe from 'stripe';
import { ProviderAway, ProviderRefusal } from '../domain/payment-provider';
import { intentShape, type Intent } from './answer-shapes';
import { stripeLibrary } from './stripe-library';

/** A call that may or may not have been carried out. */
export class StripeAway extends ProviderAway {
  constructor(
    message: string,
    /** Did Stripe repeat the failure of an earlier call with this key? It will do so until it forgets the key. */
    readonly isReplayed: boolean,
  ) {
    super(message);
  }
}

export class StripeRefusal extends ProviderRefusal {
  constructor(
    message: string,
    /** Stripe's own word for the reason. */
    readonly code: string | undefined,
    /** The payment that was declined. */
    readonly declined: Intent | undefined,
  ) {
    super(message, code === 'resource_missing');
  }
}

/** Whatever Stripe says in whole sentences stays out: they quote keys and what was sent. */
const word = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[\w.[\]-]{1,100}$/.test(text) ? text : undefined;

const ownWords: Partial<Record<number, string>> = {
  401: 'the secret key is not accepted',
  403: 'the secret key may not do this',
};

/** What the failure of a call means for who asked for it. Neither message nor members hold what Stripe wrote freely. */
export function whatFailed(what: string, error: unknown): StripeAway | StripeRefusal {
  const { errors } = stripeLibrary();
  if (!(error instanceof errors.StripeError))
    return new StripeAway(`${what}: the call failed (${nameOf(error)})`, false);
  const { statusCode } = error;
  if (error instanceof errors.StripeConnectionError || statusCode === undefined)
    return new StripeAway(`${what}: no answer of Stripe (${codeOf(error.detail)})`, false);
  const isForNow = statusCode === 409 || statusCode === 429 || statusCode < 400 || statusCode >= 500;
  if (isForNow || error.code === 'rate_limit')
    return new StripeAway(`${what}: Stripe answers ${statusCode}`, isReplay(error));
  return refusal(what, error, statusCode);
}

function refusal(what: string, error: Stripe.errors.StripeError, statusCode: number): StripeRefusal {
  // Of a key that was used for another call Stripe tells the kind alone.
  const code = word(error.code) ?? (error.rawType === 'idempotency_error' ? error.rawType : undefined);
  const reasons = [ownWords[statusCode], code, word(error.decline_code)].filter((each) => each !== undefined);
  const reason = reasons.length > 0 ? reasons.join(': ') : (word(error.rawType) ?? `status ${statusCode}`);
  const place = word(error.param);
  const request = word(error.requestId);
  const message = [
    `${what}: refused by Stripe, ${reason}`,
    ...(place === undefined ? [] : [`parameter ${place}`]),
    ...(request === undefined ? [] : [`request ${request}`]),
  ];
  return new StripeRefusal(message.join(', '), code, declinedBy(error, statusCode));
}

/** A request that was wrong leaves a payment behind too, without saying of it that it was declined. */
function declinedBy({ payment_intent }: Stripe.errors.StripeError, statusCode: number): Intent | undefined {
  const { data: intent } = intentShape.safeParse(payment_intent);
  return intent && (statusCode === 402 || intent.last_payment_error) ? intent : undefined;
}

const isReplay = ({ headers }: Stripe.errors.StripeError): boolean =>
  headers?.['idempotent-replayed'] === 'true';

const nameOf = (error: unknown): string => (error instanceof Error && word(error.name)) || 'unknown';

const codeOf = (detail: unknown): string =>
  (detail instanceof Error && 'code' in detail && word(detail.code)) || 'unreadable';
