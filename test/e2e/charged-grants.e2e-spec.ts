import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { charged } from '../support/charge-story';
import { expectOk } from '../support/client';
import { useCredits } from '../support/credits';
import { eventually } from '../support/eventually';
import { GrantStory } from '../support/grant-story';
import { InvoiceStory } from '../support/invoice-story';
import { pathOf, Payer } from '../support/sandbox-pages';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

describe('credits that are charged', () => {
  let app: TestApp;
  let story: GrantStory;

  storyForEach(GrantStory, (begun) => ({ app, story } = begun));

  const ask = (more: Json = {}) => story.askGrant(charged(more));
  const byKey = (more: Json = {}) => story.askGrant(charged(more), { 'Idempotency-Key': 'buy-1' });
  const detach = () => expectOk(story.api.rest('DELETE', '/customers/ada/payment-method'));
  /** What was taken and not given back. */
  const kept = async (): Promise<unknown> => {
    const text = `select trim_scale(coalesce(sum(amount - returned), 0))::text as sum from payment
                   where state in ('SUCCEEDED', 'RETURNED') and environment_id = $1`;
    const [row] = await app.dataSource.query<{ sum: string }[]>(text, [story.place.environmentId]);
    return row?.sum;
  };
  /** As if the process had died before its answer was stored: the payment knows the request. */
  const forgetAnswers = () => app.dataSource.query('delete from idempotent_answer');

  it('G4, N5: a method that pays: ACTIVE at once, with a PAID invoice, and what is owed is settled', async () => {
    await useCredits(story.api, 30, { customerId: 'ada' });
    const told = await expectOk<Json>(ask());
    expect(told).toMatchObject({
      ...{ status: 'ACTIVE', paymentCollection: 'NOT_REQUIRED', consumedAmount: 30 },
      latestInvoice: { status: 'PAID', total: 5 },
    });
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 5, 0]]);
    expect((await story.attempts()).map(({ state, amount }) => [state, amount])).toEqual([['SUCCEEDED', 5]]);
    expect((await story.rows()).slice(1, 2)).toEqual(['GRANTED Bought 100 → 70']);
    expect(await story.eventsOf(String(told['id']))).toEqual([
      'credit_grant.created',
      'credit_grant.balance.low',
    ]);
    expect(await story.proof()).toMatchObject({ holds: true });
  });

  it('G4: declined: nothing is granted and nothing is billed', async () => {
    await story.payBy('declines');
    expect(await ask()).toRefuse('PaymentProcessorError', /nothing was granted/);
    expect(await story.grants()).toEqual([]);
    expect(await story.bills()).toEqual([]);
    expect(await kept()).toBe('0');
  });

  it('G4: without a method nobody is charged, whether it is awaited or not', async () => {
    await detach();
    expect(await ask()).toRefuse('PaymentMethodNotFoundError', /payment-method/);
    expect(await ask({ awaitPaymentConfirmation: false })).toRefuse('PaymentMethodNotFoundError');
    expect(await story.grants()).toEqual([]);
    const isPaid = await expectOk<Json>(ask({ billingInformation: { isInvoicePaid: true } }));
    expect(isPaid).toMatchObject({ status: 'ACTIVE', latestInvoice: { status: 'PAID' } });
    expect(await kept()).toBe('0');
  });

  it('G4: who pays must act: PAYMENT_PENDING at once, with the address where they do', async () => {
    await story.payBy('needs_action');
    const begun = performance.now();
    const told = await expectOk<Json>(ask());
    // Half a minute is waited for what takes its time, and nothing for what nobody can act on yet.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(told).toMatchObject({
      ...{ status: 'PAYMENT_PENDING', paymentCollection: 'ACTION_REQUIRED' },
      latestInvoice: { status: 'OPEN', requiresAction: true, paymentUrl: expect.stringMatching(/\/pay\//) },
    });
    expect(await story.rows()).toEqual([]);
    const { paymentUrl } = told['latestInvoice'] as { paymentUrl: string };
    await new Payer(app).send(pathOf(paymentUrl), { act: 'confirm' });
    expect(await story.states(String(told['id']))).toEqual(['ACTIVE', 'NOT_REQUIRED', 'PAID']);
    expect(await story.rows()).toEqual(['GRANTED Bought 100 → 100']);
    expect(await kept()).toBe('5');
  });

  it('G3: unpaid for 24 hours it is VOIDED, its invoice taken back and its payment called off', async () => {
    await story.payBy('needs_action');
    const { id } = await expectOk<Json>(ask());
    await story.at('2026-04-10T23:59:59.000Z');
    expect(await story.states(String(id))).toEqual(['PAYMENT_PENDING', 'ACTION_REQUIRED', 'OPEN']);
    await story.at('2026-04-11T00:00:00.000Z');
    expect(await story.states(String(id))).toEqual(['VOIDED', 'NOT_REQUIRED', 'CANCELED']);
    expect(await story.granted(String(id))).toMatchObject({ voidedAt: '2026-04-11T00:00:00.000Z' });
    expect(await story.eventsOf(String(id))).toEqual(['credit_grant.created', 'credit_grant.voided']);
    await story.at('2026-04-11T01:00:00.000Z');
    expect((await story.attempts()).map(({ state }) => state)).toEqual(['CANCELED']);
  });

  it('G4: money that takes its time is awaited', async () => {
    await story.payBy('pays_late');
    const answer = expectOk<Json>(ask());
    await eventually(async () => {
      const text = `select from payment where state = 'PROCESSING' and environment_id = $1`;
      expect(await app.dataSource.query(text, [story.place.environmentId])).toHaveLength(1);
    });
    await story.at('2026-04-10T01:00:01.000Z');
    expect(await answer).toMatchObject({ status: 'ACTIVE', latestInvoice: { status: 'PAID' } });
  });

  const later = { awaitPaymentConfirmation: false };

  it('G4: not awaited it is PAYMENT_PENDING at once, charged then, and begins when it is paid', async () => {
    await story.payBy('pays_late');
    const { id, ...told } = await expectOk<Json>(ask(later));
    expect(told).toMatchObject({
      ...{ status: 'PAYMENT_PENDING', paymentCollection: 'PROCESSING', latestInvoice: { status: 'OPEN' } },
    });
    await story.at('2026-04-10T03:00:00.000Z');
    expect(await story.states(String(id))).toEqual(['ACTIVE', 'NOT_REQUIRED', 'PAID']);
    expect(String((await story.granted(String(id)))['effectiveAt'])).toMatch(/^2026-04-10T0[12]:/);
    expect(await story.eventsOf(String(id))).toEqual(['credit_grant.created', 'credit_grant.updated']);
    expect(await kept()).toBe('5');
  });

  it.each([
    ['declines', later],
    ['fails_late', later],
  ])('G3, G4: not awaited and %s: VOIDED, its money FAILED, and nothing is owed', async (method, more) => {
    await story.payBy(method);
    const { id } = await expectOk<Json>(ask(more));
    await story.at('2026-04-10T03:00:00.000Z');
    expect(await story.states(String(id))).toEqual(['VOIDED', 'FAILED', 'CANCELED']);
    expect(await story.granted(String(id))).toMatchObject({
      latestInvoice: { errorMessage: expect.any(String) },
    });
    expect(await story.eventsOf(String(id))).toEqual(['credit_grant.created', 'credit_grant.voided']);
    await story.to('2026-04-20');
    expect((await story.attempts()).map(({ state }) => state)).toEqual(['FAILED']);
    expect(await kept()).toBe('0');
  });

  it('G5, customers-subscriptions V10: voided while its money is on the way, what comes goes back', async () => {
    await story.payBy('pays_late');
    const { id } = await expectOk<Json>(ask(later));
    await story.at('2026-04-10T00:00:01.000Z');
    expect((await story.attempts()).map(({ state }) => state)).toEqual(['PROCESSING']);
    expect(await expectOk<Json>(story.voidGrant(String(id)))).toMatchObject({ status: 'VOIDED' });
    await story.to('2026-04-12');
    expect(await story.states(String(id))).toEqual(['VOIDED', 'NOT_REQUIRED', 'CANCELED']);
    expect(await story.rows()).toEqual([]);
    expect(await kept()).toBe('0');
  });

  it('G3, customers-subscriptions V10: money that comes for what is over goes back, and nothing begins', async () => {
    await story.payBy('needs_action');
    const { id, latestInvoice } = await expectOk<Json>(ask());
    const late = `update credit_grant set pending_until = '2026-04-10T00:00:00Z' where id = $1`;
    await app.dataSource.query(late, [id]);
    const path = pathOf(String((latestInvoice as Json)['paymentUrl']));
    await new Payer(app).send(path, { act: 'confirm' });
    expect(await story.states(String(id))).toEqual(['VOIDED', 'NOT_REQUIRED', 'CANCELED']);
    expect(await story.rows()).toEqual([]);
    await story.at('2026-04-10T00:01:00.000Z');
    expect((await story.attempts()).map(({ state }) => state)).toEqual(['RETURNED']);
    expect(await kept()).toBe('0');
  });

  it('G4: asked for again by its key it is the same grant, charged once; another request with it is refused', async () => {
    const { id } = await expectOk<Json>(byKey());
    await forgetAnswers();
    expect(await expectOk<Json>(byKey())).toMatchObject({ id, status: 'ACTIVE' });
    await forgetAnswers();
    expect(await byKey({ amount: 7 })).toRefuse('BadUserInput', /Idempotency-Key/);
    expect(await story.grants()).toHaveLength(1);
    expect(await kept()).toBe('5');
  });

  it('G4: asked for again by its key, what waits for its payment waits still', async () => {
    await story.payBy('needs_action');
    const { id } = await expectOk<Json>(byKey());
    await forgetAnswers();
    expect(await expectOk<Json>(byKey())).toMatchObject({ id, status: 'PAYMENT_PENDING' });
    expect(await story.bills()).toEqual([['2026-04-10', 'OPEN', 5, 5]]);
  });

  it('G4, customers-subscriptions V11: bought several times at once, each is charged once or refused', async () => {
    const answers = await Promise.all([ask(), ask(), ask()]);
    const made = answers.filter(({ status }) => status < 300).length;
    const refused = answers.filter(({ text }) =>
      text.includes('ObjectAlreadyBeingUsedByAnotherRequestError'),
    );
    expect(made + refused.length).toBe(3);
    expect(await story.grants()).toHaveLength(made);
    expect(await kept()).toBe(String(5 * made));
    expect(await story.proof()).toMatchObject({ holds: true, rows: made });
  });

  it('G4, Y2: what cannot be granted any more once it is paid is given back', async () => {
    await story.payBy('pays_late');
    const answer = ask();
    await eventually(async () => {
      const text = `select from payment where state = 'PROCESSING' and environment_id = $1`;
      expect(await app.dataSource.query(text, [story.place.environmentId])).toHaveLength(1);
    });
    await expectOk(story.api.rest('POST', '/credits/custom-currencies/tokens/archive'));
    await story.at('2026-04-10T01:00:01.000Z');
    // By who waits for it, or by the clock before them.
    const { code } = (await answer).body as Json;
    expect(['EntityIsArchivedError', 'PaymentProcessorError']).toContain(code);
    await story.at('2026-04-10T03:00:00.000Z');
    expect(await story.bills()).toEqual([]);
    expect(await kept()).toBe('0');
  });

  it('G4, contracts-billing V12: needs something that collects', async () => {
    const { api } = await InvoiceStory.begin(app);
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
    expect(await api.rest('POST', '/credits/grants', story.body(charged()))).toRefuse(
      'BillingIntegrationMissing',
      /CHARGE/,
    );
  });

  it('G4: a subscription is bought beside it, each by its own road', async () => {
    await expectOk(ask());
    await story.begun('pro', charged());
    expect((await story.bills()).map(([, state, total]) => [state, total])).toEqual([
      ['PAID', 5],
      ['PAID', 49],
    ]);
  });

  it('G4: through GraphQL too', async () => {
    const document = `mutation { createCreditGrant(input: { customerId: "ada", currencyId: "tokens", displayName: "Bought", grantType: PAID,
      amount: 100, cost: { amount: 5, currency: usd }, paymentCollectionMethod: CHARGE }) { status latestInvoice { status } } }`;
    expect(await expectOk<Json>(story.api.graphql(document))).toEqual({
      ...{ status: 'ACTIVE', latestInvoice: { status: 'PAID' } },
    });
  });
});
