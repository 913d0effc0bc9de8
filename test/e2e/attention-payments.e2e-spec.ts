import { DueOrder } from '#libs/messaging/due-order';
import { createTestApp, type TestApp } from '../support/app';
import {
  attentionOf,
  attentionOverGraphql,
  attentionOverRest,
  failuresOf,
  type ToldFailure,
} from '../support/attention';
import { createCustomer, type Json } from '../support/catalog';
import { charged, ChargeStory } from '../support/charge-story';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { execute } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { answerAfter } from '../support/held-row';
import { billedOf } from '../support/invoice-story';
import { createBuyers } from '../support/issuers';
import { collectedPlace, owe, runPayments, type ToldPayment } from '../support/payments';
import { chargePath, payBy } from '../support/payment-methods';
import { seededRandom } from '../support/seeded-random';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';

// Domain: access-and-events

describe('payments that the clock tries and that fail', () => {
  let app: TestApp;
  let story: ChargeStory;

  storyForEach(ChargeStory, (begun) => ({ app, story } = begun));

  const told = () => failuresOf(story.api);
  /** When it failed, and when it is tried next. */
  const days = async () => (await told()).map(({ failedAt, nextAttemptAt }) => [failedAt, nextAttemptAt]);
  const may = (at: string) => on(`2026-05-${at}`);
  /** Of which the renewal on 10 May is declined. */
  const declined = async (): Promise<string> => {
    const id = await story.renewing();
    await story.payBy('declines');
    return id;
  };

  it('P5, contracts-billing V11: one line from the first failure on, with the latest one and the next day, until all days are over', async () => {
    await declined();
    expect(await told()).toEqual([]);
    await story.to('2026-05-10');
    const { invoiceId, invoiceNumber } = await story.last();
    expect(await told()).toEqual([
      {
        ...{ customerId: 'ada', invoiceId, invoiceNumber, amountDue: 49, currency: 'usd' },
        failureReason: expect.stringMatching(/declines/) as string,
        ...{ failedAt: may('10'), nextAttemptAt: may('11') },
      },
    ]);
    await story.to('2026-05-12');
    expect(await days()).toEqual([[may('11'), may('13')]]);
    await story.at('2026-05-16T23:59:59Z');
    expect(await days()).toEqual([[may('15'), may('17')]]);
    await story.to('2026-05-17');
    expect(await days()).toEqual([[may('17'), null]]);
    await expectOk(story.api.rest('POST', `/customers/ada/invoices/${invoiceId}/paid`));
    expect(await told()).toEqual([]);
  });

  it('P5: another method that pays ends it, and so does a credit note', async () => {
    await declined();
    await story.to('2026-05-12');
    await story.payBy('pays');
    await app.nest.get(DueOrder).catchUp(story.place.environmentId);
    expect((await story.last()).state).toBe('PAID');
    expect(await told()).toEqual([]);
    await story.payBy('declines');
    await story.to('2026-06-10');
    expect(await days()).toEqual([[on('2026-06-10'), on('2026-06-11')]]);
    const { invoiceId } = await story.last();
    await expectOk(story.api.rest('POST', `/customers/ada/invoices/${invoiceId}/credit-note`, {}));
    expect(await told()).toEqual([]);
  });

  it('P5: another method that is attached is tried at once, and that is told until it has failed too', async () => {
    await declined();
    await story.to('2026-05-12');
    await story.payBy('fails_late');
    expect((await told()).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([may('12')]);
  });

  it('P5, contracts-billing V14: one that is charged by hand meanwhile is the latest, and the days go on', async () => {
    await declined();
    await story.to('2026-05-12');
    const { invoiceId } = await story.last();
    await expectOk(story.api.rest('POST', chargePath(invoiceId, 'ada')));
    expect(await days()).toEqual([[may('12'), may('13')]]);
  });

  it('P5: what is on its way does not fail, and what is answered by a decline does from then on', async () => {
    await story.renewing();
    await story.payBy('fails_late');
    await story.to('2026-05-10');
    expect(await told()).toEqual([]);
    await story.at('2026-05-10T02:00:00Z');
    expect(await days()).toEqual([['2026-05-10T01:00:00.000Z', '2026-05-11T01:00:00.000Z']]);
    await story.at('2026-05-11T01:30:00Z');
    expect(await told()).toEqual([]);
    await story.at('2026-05-11T02:30:00Z');
    expect(await days()).toEqual([['2026-05-11T02:00:00.000Z', '2026-05-13T01:00:00.000Z']]);
  });

  it('P5, customers-subscriptions S3: what waits for its payer does not fail, until nobody has acted for a day', async () => {
    await story.renewing();
    await story.payBy('needs_action');
    await story.to('2026-05-10');
    expect(await told()).toEqual([]);
    await story.to('2026-05-11');
    expect(await days()).toEqual([[may('11'), may('12')]]);
  });

  it('P5, customers-subscriptions T4: of a trial that ends unpaid as long as its invoice stands', async () => {
    await expectOk(story.api.rest('DELETE', '/customers/ada/payment-method'));
    await story.begun('tried', charged());
    await story.at('2026-04-24T00:00:00Z');
    const { invoiceId } = await story.last();
    expect(await told()).toMatchObject([
      {
        invoiceId,
        amountDue: 29,
        failedAt: on('2026-04-24'),
        failureReason: 'customer ada has no payment method',
      },
    ]);
    await story.at('2026-04-25T00:00:00Z');
    expect((await story.last()).state).toBe('CANCELED');
    expect(await told()).toEqual([]);
  });

  it('P5, customers-subscriptions X7: who pays is told, not whose subscription it is', async () => {
    await createCustomer(story.api, 'bob');
    await story.payBy('declines', 'bob');
    const id = await story.renewing();
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'bob' }));
    await story.to('2026-05-10');
    const { invoiceId } = await story.last('bob');
    expect(await told()).toMatchObject([{ customerId: 'bob', invoiceId }]);
    await expectOk(story.api.rest('GET', `/customers/bob/invoices/${invoiceId}`));
  });
});

describe('payments that fail, of many', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    place = await collectedPlace(app);
    ({ api } = place);
    await payBy(api, 'declines');
  });
  afterAll(() => app.close());

  const charge = (invoiceId: string, customerId = 'acorn') =>
    expectOk<ToldPayment>(api.rest('POST', chargePath(invoiceId, customerId)));
  const failed = async (): Promise<string> => {
    const id = await owe(app, place);
    await charge(id);
    app.clock.advance({ seconds: 1 });
    return id;
  };
  const ids = async (limit?: number) => (await failuresOf(api, limit)).map(({ invoiceId }) => invoiceId);

  it('P5: nothing is told where nothing needs attention', async () => {
    const nothing = { items: [], hasMore: false };
    expect(await attentionOf(api)).toEqual({ payments: nothing, wallets: nothing });
  });

  it('P5: newest failure first, as many as are asked for, and whether there are more', async () => {
    const [first, second, third] = [await failed(), await failed(), await failed()] as const;
    expect(await ids()).toEqual([third, second, first]);
    expect((await attentionOf(api, 2)).payments).toMatchObject({
      items: [{ invoiceId: third }, { invoiceId: second, nextAttemptAt: null }],
      hasMore: true,
    });
    expect((await attentionOf(api, 3)).payments?.hasMore).toBe(false);
    await charge(first);
    expect(await ids()).toEqual([first, third, second]);
    for (let one = 0; one < 8; one++) await failed();
    expect((await attentionOf(api)).payments).toMatchObject({ items: { length: 10 }, hasMore: true });
  });

  it('P5: refuses a limit that is none, and more than fifty', async () => {
    for (const limit of [0, 51]) {
      expect(await attentionOverRest(api, limit)).toRefuse('BadUserInput', /limit/);
      expect(await attentionOverGraphql(api, limit)).toRefuse('BadUserInput', /limit/);
    }
  });

  it('P5: a part that the caller may not read is null', async () => {
    await failed();
    const holding = async (...scopes: string[]) =>
      attentionOf(app.anonymous.as({ key: await place.scopedKey(...scopes) }));
    expect(await holding('customers:read')).toEqual({ payments: null, wallets: null });
    expect(await holding('invoices:read')).toMatchObject({ payments: { hasMore: false }, wallets: null });
    expect(await holding('credits:read')).toEqual({
      payments: null,
      wallets: { items: [], hasMore: false },
    });
    expect(await attentionOverRest(app.anonymous.as({ key: place.publishableKey }))).toRefuse(
      'IdentityForbidden',
      /./,
    );
  });

  it('P5: one environment tells nothing of another', async () => {
    await failed();
    const other = await app.newEnvironment();
    expect(await failuresOf(other.api)).toEqual([]);
    expect(await ids()).toHaveLength(1);
  });

  it('P5, contracts-billing V14: of an invoice that is paid while its payment fails nothing is told, whoever comes first', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await owe(app, place);
      const paid = () => expectOk(api.rest('POST', `/customers/acorn/invoices/${id}/paid`));
      await Promise.all(
        round % 2 === 0
          ? [api.rest('POST', chargePath(id)), paid()]
          : [paid(), api.rest('POST', chargePath(id))],
      );
      expect(await ids()).toEqual([]);
    }
  });

  it('P5: so it is where one waits for the other, also of a writer that holds the payment alone', async () => {
    const pay = (id: string) => `update invoice set state = 'PAID', paid_at = now() where uid = '${id}'`;
    await payBy(api, 'fails_late');
    const late = await owe(app, place);
    await charge(late);
    app.clock.advance({ hours: 1, minutes: 3 });
    await answerAfter(app.databaseUrl, [pay(late)], () => runPayments(app));
    const { data } = await expectPage<ToldPayment>(
      api.rest('GET', `/customers/acorn/invoices/${late}/payments`),
    );
    expect(data.map(({ state }) => state)).toEqual(['FAILED']);
    expect(await ids()).toEqual([]);
    await payBy(api, 'declines');
    const other = await failed();
    expect(await ids()).toEqual([other]);
    const become = (state: string) =>
      execute(app.databaseUrl, `update payment set state = '${state}' where invoice_uid = '${other}'`);
    await become('DUE');
    await answerAfter(app.databaseUrl, [pay(other)], () => become('FAILED'));
    expect(await ids()).toEqual([]);
  });

  it('P5: after a random course it is what the lists of the customers tell', async () => {
    const random = seededRandom('attention-payments.e2e-spec');
    const customers = ['acorn', 'birch', 'cedar'];
    await createBuyers(api, 'birch', 'cedar');
    const owed: [customerId: string, invoiceId: string][] = [];
    const pathOf = ([customerId, invoiceId]: [string, string], verb: string) =>
      `/customers/${customerId}/invoices/${invoiceId}/${verb}`;
    const steps: Record<string, () => Promise<unknown>> = {
      owe: async () => {
        const customerId = random.pick(customers);
        const currency = random.pick(['usd', 'eur'] as const);
        owed.push([customerId, await owe(app, place, { customerId, currency })]);
      },
      method: () =>
        payBy(api, random.pick(['declines', 'declines', 'fails_late', 'pays']), random.pick(customers)),
      charge: () => api.rest('POST', pathOf(random.pick(owed), 'charge')),
      chargeAnother: () => api.rest('POST', pathOf(random.pick(owed), 'charge')),
      pay: () => api.rest('POST', pathOf(random.pick(owed), 'paid')),
      credit: () => api.rest('POST', pathOf(random.pick(owed), 'credit-note'), {}),
      wait: async () => {
        app.clock.advance({ minutes: random.whole(1, 90) });
        await runPayments(app);
      },
    };
    for (const customerId of customers) await payBy(api, 'declines', customerId);
    for (let one = 0; one < 4; one++) await steps['owe']?.();
    for (let step = 0; step < 60; step++) {
      app.clock.advance({ ms: 7 });
      await steps[random.pick(Object.keys(steps))]?.();
      if (step % 5 === 4) await expectAsListed(customers);
    }
  });

  async function expectAsListed(customers: readonly string[]): Promise<void> {
    const listed: Json[] = [];
    for (const customerId of customers)
      for (const { invoiceId, invoiceNumber, state, amountDue, ...more } of await billedOf(api, customerId)) {
        const path = `/customers/${customerId}/invoices/${invoiceId}/payments?limit=1`;
        const [latest] = (await expectPage<ToldPayment>(api.rest('GET', path))).data;
        if (state !== 'OPEN' || latest?.state !== 'FAILED') continue;
        const { settledAt: failedAt, failureReason } = latest;
        const invoice = { customerId, invoiceId, invoiceNumber, amountDue, currency: more['currency'] };
        listed.push({ ...invoice, failedAt, failureReason, nextAttemptAt: null });
      }
    const place = ({ failedAt, invoiceId }: Json): string => `${String(failedAt)} ${String(invoiceId)}`;
    const told: ToldFailure[] = await failuresOf(api, 50);
    expect(told).toEqual(listed.sort((a, b) => (place(a) < place(b) ? 1 : -1)));
  }
});
