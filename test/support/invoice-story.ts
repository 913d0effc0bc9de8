import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk, expectPage } from './client';
import { createIssuer } from './invoices';
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
    const path = `/customers/${customerId}/invoices?limit=100`;
    const { data } = await expectPage<ToldInvoice>(this.api.rest('GET', path));
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
}
