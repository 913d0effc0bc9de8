import { createCustomer, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { InvoiceStory, invoiced } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('the e-mail address of who is billed', () => {
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ story } = begun));

  const update = (id: string, body: Json) => story.api.rest('PATCH', `/customers/${id}`, body);
  const clear = (id = 'ada') => update(id, { email: null });
  const emailOf = async (id = 'ada') =>
    (await expectOk<Json>(story.api.rest('GET', `/customers/${id}`)))['email'];
  const refused = ['CustomerHasNoEmailAddress', /^email: invoices of subscription .* go to ada;/] as const;

  it('U2, V9: is not cleared while a subscription is billed to it, through both doors, and may be another', async () => {
    const { id } = await story.billed();
    expect(await update('ada', { email: null, name: 'Ada' })).toRefuse(...refused);
    const mutation = 'mutation { updateCustomer(id: "ada", input: { email: null }) { id } }';
    expect(await story.api.graphql(mutation)).toRefuse(...refused);
    const told = await expectOk<Json>(story.api.rest('GET', '/customers/ada'));
    expect(told).toMatchObject({ email: 'ada@example.com', name: null });
    await expectOk(update('ada', { email: 'countess@example.com' }));
    await expectOk(update('ada', { name: 'Ada' }));
    await story.givenBack(id);
    await expectOk(clear());
    expect(await emailOf()).toBeNull();
  });

  it.each([
    ['a start to come', { startDate: on('2026-05-01') }],
    ['a trial', { trialOverrideConfiguration: { isTrial: true, trialEndDate: on('2026-04-20') } }],
  ])('U2, V9: nor before the first invoice of %s', async (_title, more) => {
    const { id } = await story.billed('team', more);
    expect(await clear()).toRefuse(...refused);
    await expectOk(story.cancel(id));
    await expectOk(clear());
  });

  it('U2, V9: is free where it is collected elsewhere, and where none is set', async () => {
    await story.team();
    await expectOk(clear());
    await expectOk(clear());
    expect(await emailOf()).toBeNull();
  });

  it('U2, X7: is that of who pays, from the delegation on', async () => {
    await createCustomer(story.api, 'bob', { email: 'bob@example.com' });
    const { id } = await story.billed();
    await expectOk(clear('bob'));
    await expectOk(update('bob', { email: 'bob@example.com' }));
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'bob' }));
    expect(await clear('bob')).toRefuse('CustomerHasNoEmailAddress', /go to bob;/);
    await expectOk(clear());
    await story.givenBack(id);
    await expectOk(clear('bob'));
  });

  it('U2, V11: who begins to pay and who clears it at once are not both heard', async () => {
    const ids = ['one', 'two', 'three', 'four'];
    for (const id of ids) await createCustomer(story.api, id, { email: `${id}@example.com` });
    await createCustomer(story.api, 'payer', { email: 'payer@example.com' });
    const buy = (customerId: string) =>
      story.api.rest('POST', '/subscriptions', {
        ...{ customerId, planId: 'pro', payingCustomerId: 'payer' },
        ...invoiced(),
      });
    const [cleared, ...bought] = await Promise.all([clear('payer'), ...ids.map(buy)]);
    const isBilled = bought.some(({ status }) => status === 201);
    expect(isBilled && cleared?.status === 200).toBe(false);
    expect((await emailOf('payer')) === null).toBe(cleared?.status === 200);
  });
});
