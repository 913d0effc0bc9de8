import { randomBytes } from 'node:crypto';
import { DoubleMethods } from './stripe-double-methods';
import { DoublePages } from './stripe-double-pages';
import { DoublePayments } from './stripe-double-payments';
import {
  missing,
  namesOf,
  textOf,
  textsOf,
  wrong,
  type Form,
  type Reply,
  type Request,
  type Told,
} from './stripe-double-wire';

/** How long a search is behind what was written. */
const searchLagMs = 60_000;

export interface Happened {
  id: string;
  type: string;
  object: Told;
}

interface Route {
  on: RegExp;
  /** Parameters, those in lists by `#`, of which metadata has any. */
  takes: readonly string[];
  /** Does it do something anew each time that it is told? */
  isCounted?: boolean;
  answer: (form: Form, id: string) => object;
}

const price = 'line_items[#][price_data]';
const pageParams = [
  ...['mode', 'customer', 'client_reference_id', 'success_url', 'cancel_url', 'expires_at', 'metadata[]'],
  ...[
    'line_items[#][quantity]',
    `${price}[currency]`,
    `${price}[unit_amount]`,
    `${price}[product_data][name]`,
  ],
  ...[
    'payment_intent_data[description]',
    'payment_intent_data[metadata][]',
    'payment_intent_data[setup_future_usage]',
  ],
  ...['adaptive_pricing[enabled]', 'allowed_payment_method_types[#]'],
];
const chargeParams = [
  ...[
    'amount',
    'currency',
    'customer',
    'payment_method',
    'allowed_payment_method_types[#]',
    'confirm',
    'off_session',
  ],
  ...['description', 'metadata[]'],
];

/** What the API does, as far as the adapter asks it to: routes, their parameters, and what is kept. */
export class StripeDoubleApi {
  readonly customers = new Map<string, Told & { metadata: Record<string, string> }>();
  readonly methods = new DoubleMethods((prefix) => this.newId(prefix));
  readonly payments: DoublePayments;
  readonly pages: DoublePages;
  readonly happened: Happened[] = [];
  private readonly madeAt = new Map<string, number>();

  constructor(private readonly now: () => Date) {
    const announce = (type: string, object: Told): void => {
      this.happened.push({ id: this.newId('evt'), type, object: structuredClone(object) });
    };
    const newId = (prefix: string): string => this.newId(prefix);
    this.payments = new DoublePayments(this.methods, newId, now, announce);
    this.pages = new DoublePages(this.methods, this.payments, newId, now, announce);
  }

  /** @throws Refused */
  answer({ method, path, form }: Request): Reply {
    const route = this.routeOf(method, path);
    const [, id = ''] = route.on.exec(`${method} ${path}`) ?? [];
    const known = new Set(route.takes);
    const unknown = namesOf(form).find((name) => !known.has(generalized(name)));
    if (unknown !== undefined) throw wrong('parameter_unknown', unknown);
    return { status: 200, body: structuredClone(route.answer(form, id)) };
  }

  needsKey(method: string, path: string): boolean {
    return this.routeOf(method, path).isCounted === true;
  }

  private routeOf(method: string, path: string): Route {
    const route = this.routes.find(({ on }) => on.test(`${method} ${path}`));
    if (!route) throw missing('path', path);
    return route;
  }

  private readonly routes: readonly Route[] = [
    {
      on: /^POST \/v1\/customers$/,
      takes: ['name', 'email', 'metadata[]'],
      isCounted: true,
      answer: (form) => this.addCustomer(form),
    },
    {
      on: /^GET \/v1\/customers\/search$/,
      takes: ['query', 'limit'],
      answer: (form) => this.searched([...this.customers.values()], form),
    },
    {
      on: /^GET \/v1\/payment_methods\/(\w+)$/,
      takes: [],
      answer: (_, id) => this.methods.retrieve(id),
    },
    {
      on: /^POST \/v1\/payment_methods\/(\w+)\/attach$/,
      takes: ['customer'],
      answer: (form, id) => {
        this.requireCustomer(form);
        return this.methods.attach(id, form);
      },
    },
    {
      on: /^POST \/v1\/payment_methods\/(\w+)\/detach$/,
      takes: [],
      answer: (_, id) => this.methods.detach(id),
    },
    {
      on: /^POST \/v1\/payment_intents$/,
      takes: chargeParams,
      isCounted: true,
      answer: (form) => {
        this.requireCustomer(form);
        return this.payments.create(form);
      },
    },
    {
      on: /^GET \/v1\/payment_intents\/search$/,
      takes: ['query', 'limit'],
      // What was indexed in the moment before it was confirmed.
      answer: (form) =>
        this.searched(
          [...this.payments.intents.values()].map((intent) => ({
            ...intent,
            status: 'requires_payment_method',
            amount_received: 0,
            last_payment_error: null,
          })),
          form,
        ),
    },
    {
      on: /^GET \/v1\/payment_intents\/(\w+)$/,
      takes: [],
      answer: (_, id) => this.payments.retrieve(id),
    },
    {
      on: /^POST \/v1\/payment_intents\/(\w+)\/cancel$/,
      takes: [],
      answer: (_, id) => this.payments.cancel(id),
    },
    {
      on: /^POST \/v1\/refunds$/,
      takes: ['payment_intent', 'amount', 'metadata[]'],
      isCounted: true,
      answer: (form) => this.payments.refund(form),
    },
    {
      on: /^GET \/v1\/refunds$/,
      takes: ['payment_intent', 'limit'],
      answer: (form) =>
        listed(
          this.payments.refunds.filter((refund) => refund.payment_intent === textOf(form, 'payment_intent')),
        ),
    },
    {
      on: /^POST \/v1\/checkout\/sessions$/,
      takes: pageParams,
      isCounted: true,
      answer: (form) => {
        this.requireCustomer(form);
        return this.pages.create(form);
      },
    },
    {
      on: /^GET \/v1\/checkout\/sessions$/,
      takes: ['customer', 'status', 'limit'],
      answer: (form) => listed(this.pages.of(textOf(form, 'customer'), form.status as string | undefined)),
    },
    {
      on: /^GET \/v1\/checkout\/sessions\/(\w+)$/,
      takes: ['expand[#]'],
      answer: (form, id) => (form.expand ? this.pages.expanded(id) : this.pages.retrieve(id)),
    },
    {
      on: /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
      takes: [],
      answer: (_, id) => this.pages.expire(id),
    },
  ];

  private addCustomer(form: Form): object {
    const id = this.newId('cus');
    const { name = null, email = null } = form;
    const customer = { id, object: 'customer', name, email, metadata: textsOf(form, 'metadata') };
    this.customers.set(id, customer);
    return customer;
  }

  private requireCustomer(form: Form): void {
    const id = textOf(form, 'customer');
    if (!this.customers.has(id)) throw missing('customer', id);
  }

  private searched(all: (Told & { metadata: Record<string, string> })[], form: Form): object {
    const wanted = [...textOf(form, 'query').matchAll(/metadata\['(\w+)'\]:"((?:[^"\\]|\\.)*)"/g)];
    if (wanted.length === 0) throw wrong(undefined, 'query');
    const found = all.filter(
      ({ id, metadata }) =>
        this.isSearchable(id) &&
        wanted.every(([, field = '', value = '']) => metadata[field] === value.replace(/\\(.)/g, '$1')),
    );
    return { ...listed(found.reverse()), object: 'search_result' };
  }

  private isSearchable(id: string): boolean {
    return (this.madeAt.get(id) ?? 0) + searchLagMs <= this.now().getTime();
  }

  private newId(prefix: string): string {
    const id = `${prefix}_${randomBytes(12).toString('hex')}`;
    this.madeAt.set(id, this.now().getTime());
    return id;
  }
}

const listed = (data: object[]): object => ({ object: 'list', data, has_more: false, url: '/v1' });

const generalized = (name: string): string =>
  name.replace(/(metadata\]?)\[\w+\]$/, '$1[]').replace(/\[\d+\]/g, '[#]');
