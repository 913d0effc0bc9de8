import { ProviderRefusal, type PaymentMethod } from '../domain/payment-provider';
import { methodShape, type Method } from './answer-shapes';
import { requireRef, type StripeCalls } from './stripe-calls';

/** As Stripe names them. */
export const takenTypes = ['card', 'us_bank_account', 'sepa_debit', 'cashapp'] as const;

const withoutDate = { expiryMonth: null, expiryYear: null };

/** Undefined for a type that is not taken. */
export function knownMethod({ id: ref, type, card, ...method }: Method): PaymentMethod | undefined {
  switch (type) {
    case 'card':
      if (!card) return undefined;
      return { ref, type: 'CARD', last4: card.last4, expiryMonth: card.exp_month, expiryYear: card.exp_year };
    case 'us_bank_account':
    case 'sepa_debit':
      return { ref, type: 'BANK', last4: method[type]?.last4 ?? null, ...withoutDate };
    case 'cashapp':
      return { ref, type: 'CASH_APP', last4: null, ...withoutDate };
    default:
      return undefined;
  }
}

function requireKnown(method: Method): PaymentMethod {
  const known = knownMethod(method);
  if (known) return known;
  const message = `${method.id}: a method of type ${method.type} is not taken; taken are ${takenTypes.join(', ')}`;
  throw new ProviderRefusal(message);
}

const holderOf = ({ customer }: Method): string | undefined =>
  (typeof customer === 'object' ? customer?.id : customer) ?? undefined;

/** How customers pay, as Stripe keeps it. */
export class StripeMethods {
  constructor(private readonly calls: StripeCalls) {}

  /** @throws ProviderAway, ProviderRefusal */
  async attach(customerRef: string, methodRef: string): Promise<PaymentMethod> {
    const method = await this.get(methodRef);
    const known = requireKnown(method);
    if (holderOf(method) === customerRef) return known;
    const customer = requireRef(customerRef, 'customerRef');
    const attached = await this.calls.answer('Attaching a payment method', methodShape, (stripe) =>
      stripe.paymentMethods.attach(methodRef, { customer }),
    );
    // What stands for a method, such as a test card, becomes one of its own.
    return requireKnown(attached);
  }

  /** @throws ProviderAway, ProviderRefusal */
  async detach(methodRef: string): Promise<void> {
    const ref = requireRef(methodRef, 'methodRef');
    try {
      await this.calls.answer('Detaching a payment method', methodShape, (stripe) =>
        stripe.paymentMethods.detach(ref),
      );
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      if (error.isUnknown || holderOf(await this.get(methodRef)) === undefined) return;
      throw error;
    }
  }

  /** @throws ProviderAway, ProviderRefusal */
  async get(methodRef: string): Promise<Method> {
    const ref = requireRef(methodRef, 'methodRef');
    return this.calls.answer('The payment method', methodShape, (stripe) =>
      stripe.paymentMethods.retrieve(ref),
    );
  }

  /** @throws ProviderAway, ProviderRefusal also for a type that is not taken */
  async typeOf(methodRef: string): Promise<string> {
    const method = await this.get(methodRef);
    requireKnown(method);
    return method.type;
  }
}
