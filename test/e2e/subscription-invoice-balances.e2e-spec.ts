import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { informed, invoiced, InvoiceStory } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('the balance of a customer', () => {
  let app: TestApp;
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ app, story } = begun));

  /** As it lies there, by currency. */
  const balances = async (customerId = 'ada'): Promise<Json[]> =>
    app.dataSource.query(
      `select b.currency, b.amount::float8 as amount from customer_balance b
         join customer c on c.environment_id = b.environment_id and c.uid = b.customer_uid
        where b.environment_id = $1 and c.id = $2 order by b.currency`,
      [story.place.environmentId, customerId],
    );
  const usd = async (customerId?: string) => (await balances(customerId))[0]?.['amount'] ?? 0;
  const credit = (invoiceId: string, customerId = 'ada') =>
    story.api.rest('POST', `/customers/${customerId}/invoices/${invoiceId}/credit-note`, {});

  it('R4: is used up by one invoice after the other, whatever they are of', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    expect(await usd()).toBe(66);
    await story.begun('basic', invoiced());
    await story.to('2026-07-20');
    expect((await story.bills()).slice(1)).toEqual([
      ['2026-04-20', 'PAID', -66, 0],
      ['2026-04-20', 'PAID', 19, 0],
      ['2026-05-20', 'PAID', 19, 0],
      ['2026-06-20', 'PAID', 19, 0],
      ['2026-07-20', 'OPEN', 19, 10],
    ]);
    expect(await usd()).toBe(0);
  });

  it('R4, contracts-billing V7: a credit note brings back to it what of it was used, and no more', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    await story.billed();
    const { invoiceId } = await story.last();
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'OPEN', 99, 33]);
    const printed = await story.printed({ invoiceId });
    expect(printed).toMatch(/Customer balance -?USD -?66\.00/);
    expect(printed).toContain('Amount due USD 33.00');
    expect(await expectOk(credit(invoiceId))).toMatchObject({ total: -99 });
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'CANCELED', 99, 0]);
    expect(await usd()).toBe(66);
    await story.to('2026-05-20');
    expect((await story.bills()).at(-1)).toEqual(['2026-05-20', 'OPEN', 99, 33]);
  });

  it('R4, contracts-billing V7: of one that it paid in full too, once', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    await story.begun('basic', invoiced());
    const { invoiceId } = await story.last();
    await expectOk(credit(invoiceId));
    expect(await usd()).toBe(66);
    expect(await credit(invoiceId)).toRefuse('DuplicatedEntityNotAllowed');
    expect(await usd()).toBe(66);
  });

  it('R4, contracts-billing V7: what gives back more than it bills is not credited', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    const { invoiceId } = await story.last();
    expect(await credit(invoiceId)).toRefuse('InvalidArgumentError', /gives back/);
    expect(await usd()).toBe(66);
  });

  it('R4: with tax it is what was paid', async () => {
    const { id } = await story.billed('team', informed({ taxPercentage: 19 }));
    await story.to('2026-04-20');
    await story.givenBack(id);
    expect(await story.last()).toMatchObject({ subtotal: -66, tax: -12.54, total: -78.54 });
    expect(await usd()).toBe(78.54);
  });

  it('R4, contracts-billing R4: is one for each currency', async () => {
    const price = { amount: 30, currency: 'eur' };
    await story.sell('euro', {
      billingModel: 'FLAT_FEE',
      pricePeriods: [{ billingPeriod: 'MONTHLY', price }],
    });
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    await story.begun('euro', invoiced());
    expect((await story.bills()).at(-1)).toEqual(['2026-04-20', 'OPEN', 30, 30]);
    await story.to('2026-04-30');
    await story.givenBack((await story.get(await story.idOf('euro')))['id'] as string);
    expect(await balances()).toEqual([
      { currency: 'eur', amount: 20 },
      { currency: 'usd', amount: 66 },
    ]);
  });

  it('R4, X7: belongs to who pays', async () => {
    await expectOk(story.api.rest('POST', '/customers', { id: 'parent', email: 'p@example.com' }));
    const { id } = await story.billed();
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'parent' }));
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(2), scheduleStrategy: 'IMMEDIATE' });
    expect([await usd(), await usd('parent')]).toEqual([0, 20]);
    await story.to('2026-05-10');
    expect((await story.bills('parent')).at(-1)).toEqual(['2026-05-10', 'OPEN', 69, 49]);
  });

  it('R4: previews tell what it leaves to pay', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    await story.begun('basic', invoiced());
    expect(await usd()).toBe(47);
    const body = { customerId: 'ada', planId: 'pro' };
    const told = await expectOk<Record<string, Json>>(story.api.rest('POST', '/subscriptions/preview', body));
    // 30 more now, and 17 are left for the 49 of the next period.
    expect([told['immediateInvoice'], told['recurringInvoice']]).toMatchObject([
      { subTotal: 30, total: 0 },
      { subTotal: 49, total: 32 },
    ]);
    expect(await usd()).toBe(47);
  });

  it('R4: is used by invoices of subscriptions alone, and each environment has its own', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.givenBack(id);
    const other = await InvoiceStory.begin(app);
    await other.begun('pro', invoiced());
    expect(await other.bills()).toEqual([['2026-04-10', 'OPEN', 49, 49]]);
    expect(await usd()).toBe(66);
  });
});
