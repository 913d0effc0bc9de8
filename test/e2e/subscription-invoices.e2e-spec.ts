import { createTestApp, type TestApp } from '../support/app';
import { InvoiceStory } from '../support/invoice-story';
import { on } from '../support/subscription-lives';
import { boundary, units } from '../support/team-story';

// Domain: customers-subscriptions

describe('invoices of subscriptions', () => {
  let app: TestApp;
  let story: InvoiceStory;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    story = await InvoiceStory.begin(app);
  });

  it('V9, contracts-billing V1: what begins under INVOICE is ACTIVE at once, with its first invoice OPEN', async () => {
    const { id } = await story.billed();
    const subscription = await story.get(id);
    expect(subscription).toMatchObject({
      ...{ status: 'ACTIVE', paymentCollection: 'PROCESSING', paymentCollectionMethod: 'INVOICE' },
      latestInvoice: {
        ...{ status: 'OPEN', billingReason: 'SUBSCRIPTION_CREATION', total: 99, amountDue: 99 },
        ...{ currency: 'usd', requiresAction: false },
      },
    });
    const [invoice] = await story.invoices();
    expect(invoice).toMatchObject({
      ...{
        invoiceNumber: expect.any(String),
        contractExternalId: null,
        customerExternalId: 'ada',
        subtotal: 99,
      },
      ...{ issueDate: on('2026-04-10'), dueDate: on('2026-05-10'), state: 'OPEN', tax: 0, discount: 0 },
      lineItems: [
        { description: 'team, 2026-04-10 to 2026-05-10', quantity: 1, unitPrice: 49, amount: 49 },
        { description: 'team: Seats, 2026-04-10 to 2026-05-10', quantity: 5, unitPrice: 10, amount: 50 },
      ],
    });
    expect((subscription['latestInvoice'] as { billingId: string }).billingId).toBe(invoice?.invoiceId);
  });

  it('Q1: an upgrade and a downgrade in one month, each amount to the cent', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8) });
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'OPEN', 20, 20]);
    await story.to('2026-04-24');
    await story.begun('small', {});
    expect(await story.bills()).toHaveLength(2);
    await story.to('2026-04-29');
    await story.patched(id, { charges: units(4) });
    await story.to('2026-05-01');
    await story.patched(id, { charges: units(9) });
    expect((await story.bills()).at(-1)).toEqual(['2026-05-01', 'OPEN', 3, 3]);
    await story.to(boundary.slice(0, 10));
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 99, 99],
      ['2026-04-20', 'OPEN', 20, 20],
      ['2026-05-01', 'OPEN', 3, 3],
      ['2026-05-10', 'OPEN', 109, 109],
    ]);
  });

  it('B1, Z1: each period is billed at its boundary, once, however late the clock is moved', async () => {
    await story.billed();
    await story.to('2026-07-15');
    const all = await story.bills();
    expect(all.map(([day]) => day)).toEqual(['2026-04-10', '2026-05-10', '2026-06-10', '2026-07-10']);
    expect(all.every(([, , total]) => total === 99)).toBe(true);
    const numbers = (await story.invoices()).map(({ invoiceNumber }) => invoiceNumber);
    expect(new Set(numbers).size).toBe(4);
  });

  it('R4: what comes back is kept as balance, and used on the next invoices', async () => {
    await story.billed();
    await story.to('2026-04-20');
    await story.begun('small', { charges: units(5), scheduleStrategy: 'IMMEDIATE' });
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'PAID', -20, 0]);
    await story.to('2026-05-10');
    expect((await story.bills()).at(-1)).toEqual(['2026-05-10', 'OPEN', 69, 49]);
  });
});
