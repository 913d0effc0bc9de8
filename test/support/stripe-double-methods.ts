import { missing, Refused, textOf, wrong, type Form, type Told } from './stripe-double-wire';

/** What a method does when it is charged. */
export interface Behavior {
  type: 'card' | 'us_bank_account' | 'sepa_debit' | 'cashapp' | 'klarna';
  charge: 'PAYS' | 'DECLINES' | 'NEEDS_ACTION' | 'PROCESSES';
  decline?: { code: string; decline_code?: string; advice_code?: string };
  last4?: string;
}

export type StoredMethod = Told & { customer: string | null; type: Behavior['type'] };

const knownTokens: Record<string, Behavior> = {
  pm_card_visa: { type: 'card', charge: 'PAYS', last4: '4242' },
  pm_card_chargeCustomerFail: {
    type: 'card',
    charge: 'DECLINES',
    last4: '0341',
    decline: { code: 'card_declined', decline_code: 'generic_decline' },
  },
  pm_card_authenticationRequired: { type: 'card', charge: 'NEEDS_ACTION', last4: '3184' },
  pm_usBankAccount: { type: 'us_bank_account', charge: 'PROCESSES', last4: '6789' },
};

const detailsOf = ({ type, last4 = '0000' }: Behavior): object => {
  const parts = { last4, fingerprint: 'kept by nobody' };
  return { [type]: type === 'card' ? { ...parts, exp_month: 8, exp_year: 2031, brand: 'visa' } : parts };
};

/** The methods of the double: tokens, and what becomes of each that is attached. */
export class DoubleMethods {
  private readonly tokens = new Map(Object.entries(knownTokens));
  private readonly kept = new Map<string, { method: StoredMethod; behavior: Behavior; isSpent: boolean }>();

  constructor(private readonly newId: (prefix: string) => string) {}

  add(token: string, behavior: Behavior): void {
    this.tokens.set(token, behavior);
  }

  retrieve(id: string): StoredMethod {
    const behavior = this.tokens.get(id);
    return behavior ? methodOf(id, behavior) : this.keptOrThrow(id).method;
  }

  attach(id: string, form: Form): StoredMethod {
    const customer = textOf(form, 'customer');
    const behavior = this.tokens.get(id);
    if (behavior) return this.keep(behavior, customer);
    const { method, isSpent } = this.keptOrThrow(id);
    if (method.customer !== null || isSpent) throw wrong(undefined);
    method.customer = customer;
    return method;
  }

  detach(id: string): StoredMethod {
    const kept = this.keptOrThrow(id);
    if (kept.method.customer === null) throw wrong(undefined);
    kept.method.customer = null;
    kept.isSpent = true;
    return kept.method;
  }

  /** A method that somebody has given on a page. */
  give(token: string, customer: string): StoredMethod {
    const behavior = this.tokens.get(token);
    if (!behavior) throw missing('payment_method', token);
    return this.keep(behavior, customer);
  }

  behaviorOf(id: string, customer: string): Behavior {
    const { method, behavior } = this.keptOrThrow(id);
    if (method.customer !== customer) throw wrong(undefined, 'payment_method');
    return behavior;
  }

  private keep(behavior: Behavior, customer: string): StoredMethod {
    const method = methodOf(this.newId('pm'), behavior);
    method.customer = customer;
    this.kept.set(method.id, { method, behavior, isSpent: false });
    return method;
  }

  private keptOrThrow(id: string): { method: StoredMethod; behavior: Behavior; isSpent: boolean } {
    const kept = this.kept.get(id);
    if (!kept) throw missing('payment_method', id);
    return kept;
  }
}

const methodOf = (id: string, behavior: Behavior): StoredMethod => ({
  id,
  object: 'payment_method',
  type: behavior.type,
  customer: null,
  livemode: false,
  metadata: {},
  billing_details: { name: 'Kept by nobody' },
  ...detailsOf(behavior),
});

/** The answer to a charge that came to nothing carries the payment. */
export const declineOf = (intent: Told, reason: object): Refused =>
  new Refused(402, {
    type: 'card_error',
    message: 'Your card was declined.',
    ...reason,
    payment_intent: structuredClone(intent),
  });
