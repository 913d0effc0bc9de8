import type { TestApp } from './app';
import { publishPlan, type Json } from './catalog';
import { expectOk, expectPage, type ApiClient } from './client';
import { textAt } from './documents-by-path';
import { moveClock } from './environment-clock';
import { createIssuer } from './issuers';
import { flatFee } from './priced-plans';
import { TeamStory, units } from './team-story';

/** An invoice as its list tells it. */
export interface ToldInvoice extends Json {
  invoiceId: string;
  invoiceNumber: string;
  issueDate: string;
  dueDate: string;
  state: string;
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  amountDue: number;
  lineItems: {
    description: string;
    quantity: number;
    unitPrice: number;
    amount: number;
    explanation: string | null;
  }[];
}

/** All of a customer, in no order: page by page. */
export async function billedOf(api: ApiClient, customerId: string): Promise<ToldInvoice[]> {
  const told: ToldInvoice[] = [];
  let next: string | null = null;
  do {
    const after: string = next === null ? '' : `&starting_after=${next}`;
    const path = `/customers/${customerId}/invoices?limit=100${after}`;
    const page: { data: ToldInvoice[]; next_cursor: string | null } = await expectPage(api.rest('GET', path));
    told.push(...page.data);
    next = page.next_cursor;
  } while (next !== null);
  return told;
}

/** A `TeamStory` whose subscriptions are billed here: `ada` has an e-mail address, and `seller` sells. */
export class InvoiceStory extends TeamStory {
  static override async begin(app: TestApp): Promise<InvoiceStory> {
    const { place } = await TeamStory.begin(app);
    const story = new InvoiceStory(app, place);
    await createIssuer(story.api, 'seller');
    await expectOk(story.api.rest('PATCH', '/customers/ada', { email: 'ada@example.com' }));
    return story;
  }

  /** Five seats, by the month: 49 + 50. */
  billed = (planId = 'team', more: Json = {}) =>
    this.begun(planId, {
      ...{ billingPeriod: 'MONTHLY', charges: units(5), paymentCollectionMethod: 'INVOICE' },
      ...more,
    });

  /** The oldest first. */
  async invoices(customerId = 'ada'): Promise<ToldInvoice[]> {
    const data = await billedOf(this.api, customerId);
    return data.sort((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
  }

  /** Day of issue, state, total and what is left to pay of each. */
  async bills(customerId = 'ada'): Promise<unknown[][]> {
    const all = await this.invoices(customerId);
    return all.map(({ issueDate, state, total, amountDue }) => [
      issueDate.slice(0, 10),
      state,
      total,
      amountDue,
    ]);
  }

  /** Day of issue and total of each. */
  totals = async (): Promise<unknown[][]> => (await this.bills()).map(([day, , total]) => [day, total]);

  /** The newest one, whole. */
  async last(customerId = 'ada'): Promise<ToldInvoice> {
    const found = (await this.invoices(customerId)).at(-1);
    if (!found) throw new Error(`${customerId} has no invoice`);
    return found;
  }

  /** Of the newest that a customer has. */
  async idOfCustomer(customerId: string): Promise<string> {
    const path = `/subscriptions?customerId=${customerId}&limit=1`;
    const [found] = (await expectPage<Json>(this.api.rest('GET', path))).data;
    return String(found?.['id']);
  }

  /** To an instant within a day. */
  at = (instant: string) => moveClock(this.place, instant);

  /** A plan of one price, in dollars by the month where it is a number. */
  sell = (id: string, price: number | Json, more: Json = {}) =>
    publishPlan(this.api, {
      ...{ id, productId: 'main', pricingType: null },
      patch: {
        charges: {
          pricingType: 'PAID',
          pricingModels: [typeof price === 'number' ? flatFee(price) : price],
        },
        ...more,
      },
    });

  /** `top` at 99 takes the place of `pro` at 49, with 20 of 30 days left. */
  async topForPro(top: Json = {}, pro: Json = invoiced()): Promise<void> {
    await this.sell('top', 99);
    await this.begun('pro', pro);
    await this.to('2026-04-20');
    await this.begun('top', top);
  }

  /** Ended at once, and what was paid of the rest comes back. */
  givenBack = (id: string) => expectOk(this.cancel(id, { cancellationTime: 'IMMEDIATE', prorate: true }));

  /** As it is printed. */
  printed = ({ invoiceId }: Pick<ToldInvoice, 'invoiceId'>, customerId = 'ada'): Promise<string> =>
    textAt(this.api, `/customers/${customerId}/invoices/${invoiceId}/pdf`);
}

/** The same, collected here, of any plan. */
export const invoiced = (more: Json = {}): Json => ({ paymentCollectionMethod: 'INVOICE', ...more });

/** A change whose lines wait for the next invoice. */
export const later: Json = { billingInformation: { prorationBehavior: 'CREATE_PRORATIONS' } };

/** With these words of how it is billed. */
export const informed = (billingInformation: Json, more: Json = {}): Json =>
  invoiced({ billingInformation, ...more });

export const linesOf = ({ lineItems }: ToldInvoice): [description: string, amount: number][] =>
  lineItems.map(({ description, amount }) => [description, amount]);

/** Without what they are for. */
export const amountsOf = ({ lineItems }: ToldInvoice): number[] => lineItems.map(({ amount }) => amount);
