import { declineOf, type Behavior, type DoubleMethods } from './stripe-double-methods';
import { formOf, missing, textOf, textsOf, wholeOf, wrong, type Form, type Told } from './stripe-double-wire';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'canceled'
  | 'succeeded';

export interface StoredIntent extends Told {
  status: IntentStatus;
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  payment_method: string | null;
  metadata: Record<string, string>;
  last_payment_error: object | null;
  next_action: object | null;
  created: number;
}

export interface StoredRefund extends Told {
  amount: number;
  payment_intent: string;
}

/** Who hears of what has changed, in words of Stripe's events. */
export type Announce = (type: string, object: Told) => void;

interface Order {
  amount: number;
  currency: string;
  customer: string;
  method: string;
  isOffSession: boolean;
  metadata: Record<string, string>;
}

/** Payments and refunds of the double. */
export class DoublePayments {
  readonly intents = new Map<string, StoredIntent>();
  readonly refunds: StoredRefund[] = [];

  constructor(
    private readonly methods: DoubleMethods,
    private readonly newId: (prefix: string) => string,
    private readonly now: () => Date,
    private readonly announce: Announce,
  ) {}

  create(form: Form): StoredIntent {
    if (form.confirm !== 'true') throw wrong('parameter_missing', 'confirm');
    const method = textOf(form, 'payment_method');
    const customer = textOf(form, 'customer');
    const { type } = this.methods.behaviorOf(method, customer);
    if (textOf(formOf(form, 'allowed_payment_method_types'), '0') !== type)
      throw wrong('payment_intent_incompatible_payment_method', 'payment_method');
    return this.pay({
      amount: wholeOf(form, 'amount'),
      currency: textOf(form, 'currency'),
      customer,
      method,
      isOffSession: textOf(form, 'off_session') === 'true',
      metadata: textsOf(form, 'metadata'),
    });
  }

  /** @throws Refused with the payment where it is declined */
  pay(order: Order): StoredIntent {
    const intent = this.begin(order);
    const behavior = this.methods.behaviorOf(order.method, order.customer);
    if (behavior.charge === 'PAYS') this.settle(intent.id, 'succeeded');
    if (behavior.charge === 'PROCESSES') this.settle(intent.id, 'processing');
    if (behavior.charge === 'DECLINES') throw this.declined(intent, declineIn(behavior));
    if (behavior.charge === 'NEEDS_ACTION') {
      const reason = { code: 'authentication_required', decline_code: 'authentication_required' };
      if (order.isOffSession) throw this.declined(intent, reason);
      intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
      this.settle(intent.id, 'requires_action');
    }
    return intent;
  }

  /** What the bank, or who pays, has decided. */
  settle(id: string, status: IntentStatus, error: object | null = null): StoredIntent {
    const intent = this.retrieve(id);
    intent.status = status;
    intent.last_payment_error = error;
    intent.amount_received = status === 'succeeded' ? intent.amount : 0;
    if (status !== 'requires_action') intent.next_action = null;
    this.announce(eventOf[status], intent);
    return intent;
  }

  retrieve(id: string): StoredIntent {
    const intent = this.intents.get(id);
    if (!intent) throw missing('intent', id);
    return intent;
  }

  cancel(id: string): StoredIntent {
    const { status } = this.retrieve(id);
    if (status !== 'requires_payment_method' && status !== 'requires_action')
      throw wrong('payment_intent_unexpected_state');
    return this.settle(id, 'canceled');
  }

  refund(form: Form): StoredRefund {
    const intent = this.retrieve(textOf(form, 'payment_intent'));
    const amount = wholeOf(form, 'amount');
    if (intent.status !== 'succeeded') throw wrong('payment_intent_unexpected_state', 'payment_intent');
    if (amount > intent.amount - this.refunded(intent.id)) throw wrong('charge_already_refunded', 'amount');
    const refund: StoredRefund = {
      id: this.newId('re'),
      object: 'refund',
      status: 'succeeded',
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: textsOf(form, 'metadata'),
    };
    this.refunds.push(refund);
    const { metadata } = intent;
    this.announce('charge.refunded', {
      id: this.newId('ch'),
      object: 'charge',
      payment_intent: intent.id,
      metadata,
    });
    return refund;
  }

  refunded(intentId: string): number {
    return this.refunds
      .filter((refund) => refund.payment_intent === intentId)
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  private begin({ amount, currency, customer, method, metadata }: Order): StoredIntent {
    const id = this.newId('pi');
    const intent: StoredIntent = {
      id,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount,
      amount_received: 0,
      currency,
      customer,
      payment_method: method,
      metadata,
      last_payment_error: null,
      next_action: null,
      created: Math.floor(this.now().getTime() / 1000),
      livemode: false,
      client_secret: `${id}_secret_told_to_nobody`,
    };
    this.intents.set(id, intent);
    this.announce('payment_intent.created', intent);
    return intent;
  }

  private declined(intent: StoredIntent, reason: object): Error {
    intent.payment_method = null;
    this.settle(intent.id, 'requires_payment_method', reason);
    return declineOf(intent, reason);
  }
}

const eventOf: Record<IntentStatus, string> = {
  requires_payment_method: 'payment_intent.payment_failed',
  requires_action: 'payment_intent.requires_action',
  processing: 'payment_intent.processing',
  canceled: 'payment_intent.canceled',
  succeeded: 'payment_intent.succeeded',
};

const declineIn = ({
  decline = { code: 'card_declined', decline_code: 'generic_decline' },
}: Behavior): object => decline;
