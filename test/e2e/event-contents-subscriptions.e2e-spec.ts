import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { ChargeStory, charged } from '../support/charge-story';
import { eventually } from '../support/eventually';
import { expectOk } from '../support/client';
import { contentsOf, EventBook, type BookedEvent } from '../support/event-book';
import { createReadyContract, billingOf, createRemitToAccount } from '../support/contract-billing';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: access-and-events

const ascending = (events: readonly BookedEvent[]): number[] => {
  const versions = events.map(({ version }) => version as number);
  expect(versions).toEqual([...versions].sort((one, other) => one - other));
  expect(versions.every((version) => version > 0)).toBe(true);
  return versions;
};

describe('what events hold of subscriptions, their money and contracts', () => {
  let app: TestApp;
  let story: ChargeStory;
  let book: EventBook;

  storyForEach(ChargeStory, (begun) => ({ app, story } = begun));
  beforeEach(async () => {
    book = await EventBook.open(app, story.place);
  });

  /** What is told of subscriptions, each beside what GET tells right after it. */
  const told = async (work: () => Promise<unknown>, ...nouns: string[]): Promise<BookedEvent[]> =>
    book.during(work, ...(nouns.length > 0 ? nouns : ['subscription', 'trial', 'billing']));
  const typesOf = (events: readonly BookedEvent[]): string[] => events.map(({ type }) => type);

  it('W2, W6, W10: a subscription from its begin to its end, as GET tells it', async () => {
    let id = '';
    const begun = await told(async () => ({ id } = await story.team()));
    expect(contentsOf(begun)).toEqual([['subscription.created', { subscription: await story.get(id) }]]);
    const patched = await told(() => story.patched(id, { metadata: { deal: 'x' } }));
    expect(contentsOf(patched)).toEqual([
      ['subscription.updated', { subscription: await story.get(id), changed: ['metadata'] }],
    ]);
    const more = await told(() => story.patched(id, { charges: units(7) }));
    expect(typesOf(more)).toEqual(['subscription.updated']);
    expect(more[0]?.data).toMatchObject({ subscription: await story.get(id) });
    const canceled = await told(() => expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' })));
    expect(contentsOf(canceled)).toEqual([['subscription.canceled', { subscription: await story.get(id) }]]);
    const versions = ascending([...begun, ...patched, ...more, ...canceled]);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('W7: of a change that is refused nothing is told, of whatever belongs to it', async () => {
    const { id } = await story.team();
    const events = await book.during(async () => {
      expect(await story.patch(id, { charges: units(-1) })).toRefuse('BadUserInput', /quantity/);
      expect(await story.ask('nothing')).toRefuse('PlanNotFound', /nothing/);
    });
    expect(events).toEqual([]);
  });

  it('W10: trials tell the subscription, as it is at each instant', async () => {
    let id = '';
    const events = await told(async () => {
      ({ id } = await story.begun('tried', { paymentCollectionMethod: 'NONE' }));
      await story.to('2026-04-18');
      await story.to('2026-04-24');
    });
    expect(typesOf(events)).toEqual([
      ...['subscription.created', 'trial.started', 'trial.ends_soon'],
      ...['subscription.updated', 'trial.converted'],
    ]);
    ascending(events);
    const statuses = events.map(({ data }) => (data['subscription'] as Json)['status']);
    expect(statuses).toEqual(['IN_TRIAL', 'IN_TRIAL', 'IN_TRIAL', 'ACTIVE', 'ACTIVE']);
    expect(events[4]?.data).toEqual({ subscription: await story.get(id) });
    expect(events[3]?.data['changed']).toEqual(expect.any(Array));
    const ending = await told(async () => {
      ({ id } = await story.begun('ending', { paymentCollectionMethod: 'NONE' }));
      await story.to('2026-06-01');
    }, 'trial');
    expect(typesOf(ending).at(-1)).toBe('trial.expired');
    expect(ending.at(-1)?.data).toEqual({ subscription: await story.get(id) });
  });

  it('W6, W10: the end of a billing month, and the end of what does not recur, tell the subscription', async () => {
    const months = await told(async () => {
      await story.team({ billingPeriod: 'ANNUALLY', paymentCollectionMethod: 'NONE' });
      await story.to('2026-05-10');
    });
    expect(typesOf(months)).toContain('billing.month_ends_soon');
    expect(Object.keys(months.at(-1)?.data ?? {})).toEqual(['subscription']);
    const importing = { id: 'once', customerId: 'bea', planId: 'pro', startDate: '2026-05-01T00:00:00.000Z' };
    const ended = await told(async () => {
      await expectOk(story.api.rest('POST', '/customers', { id: 'bea' }));
      const row = { ...importing, endDate: '2026-05-20T00:00:00.000Z' };
      const { taskId } = await expectOk<Json>(
        story.api.rest('POST', '/subscriptions/import', { subscriptions: [row] }),
      );
      await eventually(async () =>
        expect(await expectOk(story.api.rest('GET', `/tasks/${String(taskId)}`))).toMatchObject({
          state: 'COMPLETED',
        }),
      );
      await story.to('2026-05-21');
    });
    const last = ended.filter(({ entityId }) => entityId === 'once').at(-1);
    expect([last?.type, last?.data]).toEqual([
      'subscription.expired_non_recurring',
      { subscription: await story.get('once') },
    ]);
  });

  it('W2, W6, W10: an invoice is told as the list of the customer tells it, with its lines', async () => {
    const events = await told(async () => {
      await story.billed();
      await story.to('2026-04-11');
    }, 'invoice');
    const [sent] = await story.invoices();
    const billed = { subscriptionId: await story.idOf('team'), contractId: null, creditGrantId: null };
    expect(contentsOf(events)).toEqual([['invoice.finalized', { invoice: sent, ...billed }]]);
    expect(sent?.lineItems.length).toBeGreaterThan(0);
    const path = `/customers/ada/invoices/${sent?.invoiceId}/paid`;
    const paid = await told(() => expectOk(story.api.rest('POST', path)), 'invoice');
    expect(contentsOf(paid)).toEqual([['invoice.paid', { invoice: (await story.invoices())[0], ...billed }]]);
    const versions = ascending([...events, ...paid]);
    expect(new Set(versions).size).toBe(2);
  });

  it('W2, W10: who pays, and who could not, is told as the customer', async () => {
    const customer = () => expectOk<Json>(story.api.rest('GET', '/customers/ada'));
    const attached = await told(() => story.payBy('declines'), 'payment_method');
    expect(contentsOf(attached)).toEqual([['payment_method.attached', { customer: await customer() }]]);
    const failed = await told(async () => {
      await story.ask('pro', charged());
      await story.to('2026-04-12');
    }, 'customer');
    expect(typesOf(failed)).toContain('customer.payment_failed');
    expect(failed[0]?.data).toEqual({ customer: await customer() });
    expect(failed[0]?.version).toBe(attached[0]?.version);
    const detached = await told(
      () => expectOk(story.api.rest('DELETE', '/customers/ada/payment-method')),
      'payment_method',
    );
    expect(contentsOf(detached)).toEqual([['payment_method.detached', { customer: await customer() }]]);
    expect(detached[0]?.version).toBeGreaterThan(attached[0]?.version as number);
  });

  it('W2, W6, W10: a contract is told as GET tells it, its billing that begins too', async () => {
    await createRemitToAccount(story.api, 'ada');
    const read = () => expectOk<Json>(story.api.rest('GET', '/contracts/deal'));
    const made = await told(() => createReadyContract(story.api, 'deal', 'ada'), 'contract');
    expect(made[0]?.type).toBe('contract.created');
    const renamed = await told(
      () => expectOk(story.api.rest('PATCH', '/contracts/deal', { name: 'Renamed' })),
      'contract',
    );
    expect(contentsOf(renamed)).toEqual([
      ['contract.updated', { contract: await read(), changed: ['name'] }],
    ]);
    const published = await told(() => expectOk(billingOf(story.api, 'deal').publish()), 'contract');
    expect(contentsOf(published)).toEqual([['contract.billing_published', { contract: await read() }]]);
    const events = [...made, ...renamed, ...published];
    ascending(events);
    expect(await story.api.rest('POST', '/contracts/nothing/archive')).toRefuse('ContractNotFound');
  });

  it('W10: the same through the other door', async () => {
    const { id } = await story.team();
    const mutation = `mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { id } }`;
    const events = await told(() =>
      expectOk(story.api.graphql(mutation, { id, input: { metadata: { door: 'other' } } })),
    );
    expect(contentsOf(events)).toEqual([
      ['subscription.updated', { subscription: await story.get(id), changed: ['metadata'] }],
    ]);
  });
});
