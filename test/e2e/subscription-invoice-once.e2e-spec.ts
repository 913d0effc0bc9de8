import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, type RestAnswer } from '../support/client';
import { untilDecided } from '../support/contract-deals';
import { invoiced, InvoiceStory, later, linesOf } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { units } from '../support/team-story';

// Domain: contracts-billing

describe('each invoice of a subscription, once', () => {
  let app: TestApp;
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ app, story } = begun));

  const numbersOf = async ({ place }: InvoiceStory): Promise<string[]> => {
    const text = `select number from invoice where environment_id = $1 and state <> 'DRAFT' order by number`;
    const rows = await app.dataSource.query<{ number: string }[]>(text, [place.environmentId]);
    return rows.map(({ number }) => number);
  };
  const expectNoGap = async (of: InvoiceStory): Promise<void> => {
    const numbers = await numbersOf(of);
    expect(numbers).toEqual(numbers.map((_, place) => `INV-${String(place + 1).padStart(6, '0')}`));
  };
  const refused = ({ status, body }: RestAnswer): unknown =>
    status < 300 ? null : [status, (body as { code: unknown }).code];

  it('V10, customers-subscriptions V11: a provision that is sent again makes one invoice', async () => {
    const body = { customerId: 'ada', planId: 'pro', ...invoiced() };
    const send = () => story.api.rest('POST', '/subscriptions', body, { 'idempotency-key': 'bought' });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(await story.bills()).toHaveLength(1);
    const { id } = (first.body as { data: { id: string } }).data;
    const change = { billingCycleAnchor: 'NOW' };
    const patch = () =>
      story.api.rest('PATCH', `/subscriptions/${id}`, change, { 'idempotency-key': 'changed' });
    await story.to('2026-04-20');
    await expectOk(patch());
    await story.to('2026-04-20');
    await expectOk(patch());
    expect(await story.bills()).toHaveLength(2);
  });

  it('V10: who asks and the run of each minute bill a period once', async () => {
    const { id } = await story.billed();
    await story.jump('2026-07-15');
    const asked = Array.from({ length: 16 }, () => story.get(id));
    await Promise.all([...asked, story.to('2026-07-16'), story.all()]);
    await story.to('2026-07-17');
    expect((await story.bills()).map(([day]) => day)).toEqual([
      '2026-04-10',
      '2026-05-10',
      '2026-06-10',
      '2026-07-10',
    ]);
    await expectNoGap(story);
  });

  it('V8, V10, customers-subscriptions R1, R4: 64 who change one customer at once are billed what is left of it', async () => {
    await story.sell('top', 99);
    const { id } = await story.billed();
    const provision = (n: number) =>
      n % 2 ? story.ask('top', {}) : story.ask('pro', { scheduleStrategy: 'IMMEDIATE' });
    const patch = (n: number) =>
      story.patch(id, { charges: units(1 + (n % 7)), scheduleStrategy: 'IMMEDIATE' });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => untilDecided(() => (n < 29 ? provision(n) : patch(n)))),
    );
    const known = [null, [429, 'RateLimitExceeded'], [400, 'SubscriptionAlreadyCanceledOrExpired']];
    for (const answer of answers) expect(known).toContainEqual(refused(answer));
    expect(answers.filter((answer) => refused(answer) === null).length).toBeGreaterThan(1);
    await expectNoGap(story);
    const all = await story.invoices();
    const cents = all.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
    const running = (await story.all()).filter(([, status]) => status === 'ACTIVE');
    expect(running).toHaveLength(1);
    // All of it at one instant: what was taken back is undone.
    const price = { top: 99, pro: 49 }[String(running[0]?.[0])] ?? 49 + 10 * (await story.unitsOf(id));
    expect(cents).toBe(price * 100);
    const [twice] = await app.dataSource.query<{ count: number }[]>(
      `select count(*)::int as count from (
         select from invoice where environment_id = $1
          group by contract_uid, kind, payment_time, period_start, period_end, sequence having count(*) > 1) d`,
      [story.place.environmentId],
    );
    expect(twice?.count).toBe(0);
  });

  it('V8, V10: 32 customers of one payer at once: a number each, and the balance is used once', async () => {
    const { id } = await story.billed();
    await story.givenBack(id);
    const customers = Array.from({ length: 32 }, (_, n) => `of-ada-${n}`);
    for (const customerId of customers) await createCustomer(story.api, customerId);
    const buy = (customerId: string) =>
      story.api.rest('POST', '/subscriptions', {
        ...{ customerId, planId: 'basic', payingCustomerId: 'ada' },
        ...invoiced(),
      });
    for (const answer of await Promise.all(customers.map((each) => untilDecided(() => buy(each)))))
      expect(refused(answer)).toBeNull();
    await expectNoGap(story);
    const bought = (await story.invoices()).slice(2);
    expect(bought).toHaveLength(32);
    const due = bought.reduce((sum, { amountDue }) => sum + amountDue, 0);
    expect(due).toBe(32 * 19 - 99);
  });

  describe('customers-subscriptions Z1: however the clock is moved', () => {
    /** Lives of many kinds, all asked for on one day. */
    async function live(of: InvoiceStory): Promise<void> {
      const buy = async (customerId: string, planId: string, more: Json = {}): Promise<string> => {
        await createCustomer(of.api, customerId, { email: `${customerId}@example.com` });
        const body = { customerId, planId, ...invoiced(more) };
        return (await expectOk<{ id: string }>(of.api.rest('POST', '/subscriptions', body))).id;
      };
      const team = (quantity: number, more: Json = {}): Json => ({
        ...{ billingPeriod: 'MONTHLY', charges: units(quantity) },
        ...more,
      });
      const coupon = { id: 'quarter', name: 'quarter', percentOff: 25, durationInMonths: 3 };
      await expectOk(of.api.rest('POST', '/coupons', coupon));
      await of.sell('top', 99);
      await buy('monthly', 'pro');
      await buy('annual', 'team', team(3, { billingPeriod: 'ANNUALLY' }));
      await buy('tried', 'tried', { billingInformation: { taxPercentage: 19 } });
      await buy('cheaper', 'team', team(4, { appliedCoupon: { couponId: 'quarter' } }));
      await buy('later', 'top', { startDate: on('2026-08-31') });
      await buy('backdated', 'pro', { startDate: on('2026-03-31') });
      const downgraded = await buy('downgraded', 'team', team(9));
      await expectOk(of.patch(downgraded, { charges: units(2) }));
      const small = { customerId: 'downgraded', planId: 'small' };
      await expectOk(of.api.rest('POST', '/subscriptions', small));
      const ending = await buy('ending', 'top');
      const end = { cancellationTime: 'SPECIFIC_DATE', endDate: on('2026-09-15') };
      await expectOk(of.cancel(ending, end));
      const held = await buy('held', 'team', team(5));
      await of.at('2026-04-10T12:00:00.000Z');
      await expectOk(of.patch(held, { charges: units(8), ...later }));
      await expectOk(of.patch(await of.idOfCustomer('monthly'), { billingCycleAnchor: 'NOW' }));
    }
    const customers = [
      ...['monthly', 'annual', 'tried', 'cheaper', 'later'],
      ...['backdated', 'downgraded', 'ending', 'held'],
    ];
    const billed = async (of: InvoiceStory): Promise<Json> => {
      const entries = [];
      for (const customerId of customers) {
        const all = await of.invoices(customerId);
        const told = all.map((invoice) => [
          ...[invoice.issueDate, invoice.dueDate, invoice.discount, invoice.tax, invoice.total],
          ...[invoice.amountDue, invoice.state, linesOf(invoice)],
        ]);
        entries.push([customerId, told] as const);
      }
      return Object.fromEntries(entries);
    };

    it('V10, customers-subscriptions Z1: one move over 13 months bills as many small ones do', async () => {
      const other = await InvoiceStory.begin(app);
      await live(story);
      await live(other);
      await story.to('2027-05-10');
      for (let day = 17; day < 397; day += 19)
        await other.to(new Date(Date.UTC(2026, 3, 10 + day)).toISOString().slice(0, 10));
      await other.to('2027-05-10');
      const told = await billed(story);
      expect(await billed(other)).toEqual(told);
      expect(Object.values(told).map((each) => (each as unknown[]).length)).toEqual([
        ...[14, 2, 13, 14, 9],
        ...[13, 14, 6, 14],
      ]);
      await expectNoGap(story);
      await expectNoGap(other);
    });
  });
});
