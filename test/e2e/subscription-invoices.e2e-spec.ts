import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { InvoiceStory, later } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { boundary, units } from '../support/team-story';

// Domain: customers-subscriptions

describe('invoices of subscriptions', () => {
  let app: TestApp;
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ app, story } = begun));

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

  describe('lines that wait for the next document', () => {
    const coupon = (id: string, off: Json): Promise<unknown> =>
      expectOk(story.api.rest('POST', '/coupons', { id, name: id, ...off }));

    it('R3, X7: lie with who pays by then', async () => {
      const { id } = await story.billed();
      await createCustomer(story.api, 'parent', { email: 'parent@example.com' });
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(8), ...later });
      await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'parent' }));
      await story.to('2026-05-10');
      expect(await story.bills()).toEqual([['2026-04-10', 'OPEN', 99, 99]]);
      expect(await story.bills('parent')).toEqual([['2026-05-10', 'OPEN', 149, 149]]);
    });

    it('R3, N4: are discounted and taxed as all that is issued with them', async () => {
      await coupon('ten', { percentOff: 10 });
      await coupon('half', { percentOff: 50 });
      const { id } = await story.billed('team', { appliedCoupon: { couponId: 'ten' } });
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(8), ...later });
      await story.to('2026-04-25');
      await story.patched(id, {
        appliedCoupon: { couponId: 'half' },
        billingInformation: { taxPercentage: 20 },
      });
      await story.to('2026-05-10');
      expect((await story.invoices()).at(-1)).toMatchObject({
        ...{ subtotal: 149, discount: 74.5, tax: 14.9, total: 89.4 },
      });
    });

    it('contracts-billing V10, R3: are billed with the end, which spans the period that ends there', async () => {
      const { id } = await story.billed();
      await story.to('2026-04-20');
      await story.patched(id, { charges: units(8), ...later });
      await story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' });
      await story.to('2026-05-10');
      expect((await story.bills()).at(-1)).toEqual(['2026-05-10', 'OPEN', 20, 20]);
      const [last] = await app.dataSource.query<{ start: Date; end: Date }[]>(
        `select period_start as start, period_end as "end" from invoice where contract_id = $1 and kind = 'FINAL'`,
        [id],
      );
      expect(last).toEqual({ start: new Date(on('2026-04-10')), end: new Date(boundary) });
    });
  });

  it('B4, V6: a new cycle is paid for from its begin, also where the period that ran was not charged', async () => {
    const { id } = await story.billed('team', { startDate: on('2026-03-25') });
    expect(await story.bills()).toEqual([]);
    await story.patched(id, { billingCycleAnchor: 'NOW' });
    expect(await story.bills()).toEqual([['2026-04-10', 'OPEN', 99, 99]]);
    await story.to('2026-05-10');
    expect((await story.bills()).map(([day]) => day)).toEqual(['2026-04-10', '2026-05-10']);
  });

  it('W1, V9: a preview under INVOICE tells the tax and uses the balance', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'PAID', -66, 0]);
    const wanted = {
      ...{ customerId: 'ada', planId: 'small', charges: units(5), paymentCollectionMethod: 'INVOICE' },
      billingInformation: { taxPercentage: 10 },
    };
    const preview = await expectOk<{ immediateInvoice: Json }>(
      story.api.rest('POST', '/subscriptions/preview', wanted),
    );
    expect(preview.immediateInvoice).toMatchObject({ subTotal: 69, tax: 6.9, total: 9.9 });
    await expectOk(story.api.rest('POST', '/subscriptions', wanted));
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'OPEN', 75.9, 9.9]);
    const refused = { ...wanted, paymentCollectionMethod: 'CHARGE' };
    expect(await story.api.rest('POST', '/subscriptions/preview', refused)).toRefuse(
      'BillingIntegrationMissing',
      /paymentCollectionMethod/,
    );
  });
});
