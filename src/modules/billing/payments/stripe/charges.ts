import type { MachineClock } from '#libs/kernel/clock';
import {
  ProviderRefusal,
  type ChargeOrder,
  type PaymentOutcome,
  type RefundOrder,
} from '../domain/payment-provider';
import { intentShape, refundShape, type Intent, type Refund } from './answer-shapes';
import type { StripeMethods } from './methods';
import { askedText, minorUnits } from './minor-units';
import { outcomeOf } from './outcomes';
import { metadataIs, requireRef, type StripeCalls } from './stripe-calls';
import { StripeAway, StripeRefusal } from './what-failed';

/** Stripe forgets keys after 24 hours; the call itself takes its time. */
const keyLifeMs = 23 * 3_600_000;
const mostAtOnce = 100;

/** Payments with a method that is kept, and what is given back of them. */
export class StripeCharges {
  constructor(
    private readonly calls: StripeCalls,
    private readonly methods: StripeMethods,
    private readonly clock: MachineClock,
  ) {}

  /** @throws ProviderAway, ProviderRefusal */
  async charge(order: ChargeOrder): Promise<PaymentOutcome> {
    const asked = askedText(minorUnits(order.amount, order.currency), order.currency);
    const former = this.isForgotten(order) ? await this.find(order.key) : undefined;
    const intent =
      former ?? (await this.create(order, asked).catch((error: unknown) => this.toldBy(error, order)));
    return outcomeOf(intent, asked);
  }

  /** @throws ProviderAway, ProviderRefusal */
  async ask(paymentRef: string): Promise<PaymentOutcome> {
    return outcomeOf(await this.get(paymentRef));
  }

  /** @throws ProviderAway, ProviderRefusal */
  async cancel(paymentRef: string): Promise<PaymentOutcome> {
    const ref = requireRef(paymentRef, 'paymentRef');
    try {
      const intent = await this.calls.answer('Canceling a payment', intentShape, (stripe) =>
        stripe.paymentIntents.cancel(ref),
      );
      return outcomeOf(intent);
    } catch (error) {
      if (!(error instanceof ProviderRefusal) || error.isUnknown) throw error;
      const outcome = await this.ask(ref);
      // What waits could have been canceled, so it was refused for another reason.
      if (outcome.state === 'ACTION_REQUIRED' || outcome.state === 'FAILED') throw error;
      return outcome;
    }
  }

  /**
   * A key may be told again after Stripe has forgotten it, so what was given back of the payment is looked through first.
   * @throws ProviderAway, ProviderRefusal
   */
  async refund(order: RefundOrder): Promise<{ ref: string }> {
    const { key, currency } = order;
    const amount = minorUnits(order.amount, currency);
    const payment = requireRef(order.paymentRef, 'paymentRef');
    const [former] = await this.calls.listed('The refunds of a payment', key, refundShape, (stripe) =>
      stripe.refunds.list({ payment_intent: payment, limit: mostAtOnce }),
    );
    const asked = askedText(amount, currency);
    const refund =
      former ??
      (await this.calls.answer('A refund', refundShape, (stripe) =>
        stripe.refunds.create(
          { payment_intent: payment, amount, metadata: { key, asked } },
          { idempotencyKey: key },
        ),
      ));
    return requireGiven(refund, asked);
  }

  private async create(order: ChargeOrder, asked: string): Promise<Intent> {
    const { key, currency, about, description } = order;
    const customer = requireRef(order.customerRef, 'customerRef');
    const type = await this.methods.typeOf(order.methodRef);
    return this.calls.answer('A charge', intentShape, (stripe) =>
      stripe.paymentIntents.create(
        {
          amount: minorUnits(order.amount, currency),
          currency,
          customer,
          payment_method: order.methodRef,
          // Others could lead elsewhere, for which Stripe asks for an address to come back to.
          allowed_payment_method_types: [type],
          confirm: true,
          off_session: !order.isAttended,
          description,
          metadata: { ...metadataOf(about), key, asked },
        },
        { idempotencyKey: key },
      ),
    );
  }

  /** The payment of which a failed call tells, or that was made all the same. @throws what failed, where there is none */
  private async toldBy(error: unknown, { key, toldAt }: ChargeOrder): Promise<Intent> {
    if (error instanceof StripeRefusal && error.declined) return error.declined;
    // What is refused now may have been carried out before, and a failure that is replayed will be until the key is forgotten.
    const isOpen = error instanceof StripeAway ? error.isReplayed : toldAt !== null;
    const former = isOpen ? await this.find(key) : undefined;
    if (former) return former;
    throw isToldOtherwise(error) ? new StripeAway(otherwise, false) : error;
  }

  /** A search may show a payment as it was a moment after it was made, so it is asked for as it is. */
  private async find(key: string): Promise<Intent | undefined> {
    const found = await this.calls.listed('A former charge', key, intentShape, (stripe) =>
      stripe.paymentIntents.search({ query: metadataIs('key', key), limit: mostAtOnce }),
    );
    const intents = await Promise.all(found.map(({ id }) => this.get(id)));
    return intents.find(({ status }) => status === 'succeeded') ?? intents[0];
  }

  private async get(paymentRef: string): Promise<Intent> {
    const ref = requireRef(paymentRef, 'paymentRef');
    return this.calls.answer('The payment', intentShape, (stripe) => stripe.paymentIntents.retrieve(ref));
  }

  private isForgotten({ toldAt }: ChargeOrder): boolean {
    return toldAt !== null && this.clock.now().getTime() - toldAt.getTime() > keyLifeMs;
  }
}

/** What a payment is about, as it lies with it at Stripe. */
export const metadataOf = ({ environmentId, paymentUid }: ChargeOrder['about']) => ({
  environmentId,
  paymentUid,
});

const otherwise = 'A charge: it was told a moment ago in other words, and cannot be found yet';

/** Who pays was there the one time and not the other. A search knows within a minute what came of it. */
const isToldOtherwise = (error: unknown): boolean =>
  error instanceof StripeRefusal && error.code === 'idempotency_error';

function requireGiven({ id, status, amount, currency }: Refund, asked: string): { ref: string } {
  const given = askedText(amount, currency);
  if (given !== asked)
    throw new ProviderRefusal(
      `Refund ${id}: Stripe gives back ${given} in minor units where ${asked} was asked for`,
    );
  if (status === 'failed' || status === 'canceled')
    throw new ProviderRefusal(`Refund ${id}: it has not reached who paid (${status})`);
  return { ref: id };
}
