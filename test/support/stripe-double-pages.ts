import type { DoubleMethods } from './stripe-double-methods';
import type { Announce, DoublePayments } from './stripe-double-payments';
import {
  formOf,
  missing,
  Refused,
  textOf,
  textsOf,
  wholeOf,
  wrong,
  type Form,
  type Told,
} from './stripe-double-wire';

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

export interface StoredPage extends Told {
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  amount_total: number;
  currency: string;
  customer: string;
  expires_at: number;
  payment_intent: string | null;
  metadata: Record<string, string>;
}

/** Payment pages of the double. */
export class DoublePages {
  private readonly pages = new Map<string, StoredPage>();
  private readonly metadataOfPayment = new Map<string, Record<string, string>>();

  constructor(
    private readonly methods: DoubleMethods,
    private readonly payments: DoublePayments,
    private readonly newId: (prefix: string) => string,
    private readonly now: () => Date,
    private readonly announce: Announce,
  ) {}

  create(form: Form): StoredPage {
    if (form.mode !== 'payment') throw wrong('parameter_missing', 'mode');
    textOf(form, 'success_url');
    const price = formOf(formOf(formOf(form, 'line_items'), '0'), 'price_data');
    textOf(formOf(price, 'product_data'), 'name');
    const payment = formOf(form, 'payment_intent_data');
    if (payment.setup_future_usage !== 'off_session') throw wrong('parameter_missing', 'payment_intent_data');
    const id = this.newId('cs_test');
    const page: StoredPage = {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://checkout.stripe.example/c/pay/${id}`,
      amount_total: wholeOf(price, 'unit_amount'),
      currency: textOf(price, 'currency'),
      customer: textOf(form, 'customer'),
      client_reference_id: textOf(form, 'client_reference_id'),
      expires_at: this.endIn(form),
      payment_intent: null,
      metadata: textsOf(form, 'metadata'),
    };
    this.pages.set(id, page);
    this.metadataOfPayment.set(id, textsOf(payment, 'metadata'));
    return page;
  }

  retrieve(id: string): StoredPage {
    const page = this.pages.get(id);
    if (!page) throw missing('session', id);
    if (page.status === 'open' && page.expires_at <= this.seconds()) this.end(page);
    return page;
  }

  /** With its payment, and the method of that. */
  expanded(id: string): object {
    const page = this.retrieve(id);
    if (page.payment_intent === null) return page;
    const intent = this.payments.retrieve(page.payment_intent);
    const method = intent.payment_method && this.methods.retrieve(intent.payment_method);
    return { ...page, payment_intent: { ...intent, payment_method: method } };
  }

  of(customer: string, status: string | undefined): StoredPage[] {
    const own = [...this.pages.keys()]
      .map((id) => this.retrieve(id))
      .filter((page) => page.customer === customer);
    return own.filter((page) => status === undefined || page.status === status).reverse();
  }

  expire(id: string): StoredPage {
    const page = this.retrieve(id);
    if (page.status !== 'open') throw wrong(undefined);
    this.end(page);
    return page;
  }

  /** Somebody pays on the page with what the token stands for. */
  pay(id: string, token: string): StoredPage {
    const page = this.retrieve(id);
    if (page.status !== 'open') throw wrong(undefined);
    const { amount_total: amount, currency, customer } = page;
    const { id: method } = this.methods.give(token, customer);
    const metadata = this.metadataOfPayment.get(id) ?? {};
    try {
      const order = { amount, currency, customer, method, metadata, isOffSession: false };
      page.payment_intent = this.payments.pay(order).id;
    } catch (error) {
      // The page stays open for another method.
      if (error instanceof Refused) return page;
      throw error;
    }
    page.status = 'complete';
    page.url = null;
    this.announce('checkout.session.completed', page);
    return page;
  }

  private endIn(form: Form): number {
    const now = this.seconds();
    if (form.expires_at === undefined) return now + daySeconds;
    const end = wholeOf(form, 'expires_at');
    if (end < now + 30 * minuteSeconds || end > now + daySeconds) throw wrong(undefined, 'expires_at');
    return end;
  }

  private end(page: StoredPage): void {
    page.status = 'expired';
    page.url = null;
    this.announce('checkout.session.expired', page);
  }

  private seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }
}
