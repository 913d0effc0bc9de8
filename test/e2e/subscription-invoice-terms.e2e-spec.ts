import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { eventsAbout } from '../support/events';
import { informed, invoiced, InvoiceStory } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

const address = { line1: 'Marktplatz 7', city: 'Bremen', postalCode: '28195', country: 'DE' };
const taxIds = [{ type: 'eu_vat', value: 'DE123456789' }];

describe('how a subscription is billed', () => {
  let app: TestApp;
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ app, story } = begun));

  const overGraphql = async (input: Json): Promise<Json> => {
    const document =
      'mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { id status paymentCollectionMethod latestInvoice { status total } } } }';
    const { subscription } = await expectOk<{ subscription: Json }>(
      story.api.graphql(document, { input: { customerId: 'ada', ...input } }),
    );
    return subscription;
  };

  it('V13: is paid within 30 days unless other ones are said, 0 too', async () => {
    await story.begun('pro', invoiced());
    expect(await story.last()).toMatchObject({ issueDate: on('2026-04-10'), dueDate: on('2026-05-10') });
    await story.sell('top', 99);
    await story.begun('top', informed({ invoiceDaysUntilDue: 0 }));
    expect(await story.last()).toMatchObject({ dueDate: on('2026-04-10') });
  });

  it('V13, contracts-billing R5: the tax is on top of each line, in documents to come as it is by then', async () => {
    const { id } = await story.begun('team', {
      ...{ billingPeriod: 'MONTHLY', charges: units(5) },
      ...informed({ taxPercentage: 19 }),
    });
    expect(await story.last()).toMatchObject({ subtotal: 99, tax: 18.81, total: 117.81, amountDue: 117.81 });
    await story.patched(id, { billingInformation: { taxPercentage: 7.5 } });
    await story.to('2026-05-10');
    // 3.675 and 3.75, each line by itself.
    expect(await story.last()).toMatchObject({ subtotal: 99, tax: 7.43, total: 106.43 });
    await story.patched(id, { billingInformation: { taxPercentage: 0 } });
    await story.to('2026-06-10');
    expect(await story.last()).toMatchObject({ tax: 0, total: 99 });
  });

  it('V13: the first invoice is PAID where it was paid in another way, and no other one is', async () => {
    await story.begun('pro', informed({ isInvoicePaid: true }));
    await story.to('2026-05-10');
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'PAID', 49, 0],
      ['2026-05-10', 'OPEN', 49, 49],
    ]);
  });

  it('V13: also the first one of a plan that takes the place of another', async () => {
    await story.topForPro(informed({ isInvoicePaid: true }));
    await story.to('2026-05-10');
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'OPEN', 49, 49],
      ['2026-04-20', 'PAID', 33.33, 0],
      ['2026-05-10', 'OPEN', 99, 99],
    ]);
  });

  it('V13, R4: what was paid in another way uses no balance', async () => {
    await story.sell('top', 99);
    const { id } = await story.begun('top', invoiced());
    await story.to('2026-04-20');
    await story.givenBack(id);
    await story.begun('pro', informed({ isInvoicePaid: true }));
    await story.to('2026-05-20');
    expect((await story.bills()).slice(1)).toEqual([
      ['2026-04-20', 'PAID', -66, 0],
      ['2026-04-20', 'PAID', 49, 0],
      ['2026-05-20', 'PAID', 49, 0],
    ]);
  });

  it('V6, V13, Q3: bought with a start gone by it is charged from the next boundary on, and that is no refusal', async () => {
    const more = informed({ isBackdated: true }, { startDate: on('2026-04-05') });
    const { id } = await story.begun('pro', more);
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'ACTIVE', latestInvoice: null, paymentCollection: 'NOT_REQUIRED' },
      ...{ currentBillingPeriodStart: on('2026-04-05'), currentBillingPeriodEnd: on('2026-05-05') },
    });
    await story.to('2026-06-05');
    const all = await story.invoices();
    expect(all.map(({ lineItems }) => lineItems[0]?.description)).toEqual([
      'pro, 2026-05-05 to 2026-06-05',
      'pro, 2026-06-05 to 2026-07-05',
    ]);
    expect(await story.bills()).toEqual([
      ['2026-05-05', 'OPEN', 49, 49],
      ['2026-06-05', 'OPEN', 49, 49],
    ]);
  });

  it('V6: nothing comes back of a period that was not charged, and what is added to it costs nothing', async () => {
    const { id } = await story.billed('team', { startDate: on('2026-04-05') });
    await story.patched(id, { charges: units(8) });
    await story.givenBack(id);
    expect(await story.invoices()).toEqual([]);
  });

  it('V13: the metadata is told with the events of its invoices', async () => {
    await story.begun('pro', informed({ metadata: { cost: 'R&D' } }));
    const { invoiceId } = await story.last();
    const [finalized] = await eventsAbout(app, invoiceId);
    expect(finalized?.payload).toMatchObject({ invoice: { metadata: { cost: 'R&D' } } });
  });

  it('U12: the buyer is the customer, with its address and tax ids of that day', async () => {
    const said = { name: 'Ada GmbH', billingAddress: address, taxIds };
    await expectOk(story.api.rest('PATCH', '/customers/ada', said));
    await story.begun('pro', invoiced());
    const text = await story.printed(await story.last());
    for (const told of ['Ada GmbH', 'ada@example.com', 'Marktplatz 7', '28195', 'DE123456789'])
      expect(text).toContain(told);
    for (const told of ['seller Ltd', 'pro, 2026-04-10 to 2026-05-10', '49.00', 'NL91 ABNA 0417 1643 00'])
      expect(text).toContain(told);
  });

  it('U12: the address and the tax ids of the subscription win, each by itself, for its invoices alone', async () => {
    await expectOk(story.api.rest('PATCH', '/customers/ada', { billingAddress: address, taxIds }));
    const own = { ...address, line1: 'Hafen 3', city: 'Kiel' };
    const { id } = await story.begun('pro', informed({ billingAddress: own }));
    const first = await story.printed(await story.last());
    for (const told of ['Hafen 3', 'Kiel', 'DE123456789']) expect(first).toContain(told);
    expect(first).not.toContain('Marktplatz');
    await story.patched(id, { billingInformation: { taxIds: [{ type: 'eu_vat', value: 'DE987654321' }] } });
    await story.to('2026-05-10');
    const second = await story.printed(await story.last());
    for (const told of ['Hafen 3', 'DE987654321']) expect(second).toContain(told);
    expect(second).not.toContain('DE123456789');
  });

  it('contracts-billing V12: the account is the newest in the currency of the bill, else one for any', async () => {
    const path = '/contracts/legal-entities/seller/payment-accounts';
    const euro = { id: 'euro', name: 'Euro', iban: 'DE89370400440532013000', currency: 'eur' };
    await expectOk(story.api.rest('POST', path, euro));
    await story.begun('pro', invoiced());
    expect(await story.printed(await story.last())).toContain('NL91 ABNA 0417 1643 00');
    const dollar = { id: 'dollar', name: 'Dollar', iban: 'DE89370400440532013000', currency: 'usd' };
    await expectOk(story.api.rest('POST', path, dollar));
    await story.to('2026-05-10');
    expect(await story.printed(await story.last())).toContain('DE89 3704 0044 0532 0130 00');
  });

  it('contracts-billing V12: who sells when it begins sells on, also once another one is the default or it is archived', async () => {
    await story.begun('pro', invoiced());
    const other = { id: 'other', name: 'Other Ltd', isDefault: true, invoiceNumberPrefix: 'O-' };
    await expectOk(story.api.rest('POST', '/contracts/legal-entities', other));
    await expectOk(story.api.rest('POST', '/contracts/legal-entities/seller/archive'));
    await story.to('2026-05-10');
    const [, second] = await story.invoices();
    expect(await story.printed(second as never)).toContain('seller Ltd');
    await expectOk(story.api.rest('POST', '/customers', { id: 'bob', email: 'bob@example.com' }));
    await expectOk(
      story.api.rest('POST', '/subscriptions', { customerId: 'bob', planId: 'pro', ...invoiced() }),
    );
    expect((await story.last('bob')).invoiceNumber).toMatch(/^O-/);
  });

  it('R3, V13: GraphQL changes it as REST does', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    const document =
      'mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { latestInvoice { total billingReason } } }';
    const change = (billingInformation: Json, seats: number) =>
      expectOk(story.api.graphql(document, { id, input: { charges: units(seats), billingInformation } }));
    await change({ prorationBehavior: 'CREATE_PRORATIONS' }, 8);
    expect(await story.bills()).toHaveLength(1);
    expect(await change({ prorationBehavior: 'INVOICE_IMMEDIATELY', taxPercentage: 10 }, 9)).toEqual({
      latestInvoice: { total: 7.34, billingReason: 'SUBSCRIPTION_UPDATE' },
    });
  });

  it('V9, V13: GraphQL takes the same and tells the same', async () => {
    const subscription = await overGraphql({
      ...{ planId: 'pro', paymentCollectionMethod: 'INVOICE' },
      billingInformation: { taxPercentage: 20, invoiceDaysUntilDue: 3, isInvoicePaid: true },
    });
    expect(subscription).toMatchObject({
      ...{ status: 'ACTIVE', paymentCollectionMethod: 'INVOICE' },
      latestInvoice: { status: 'PAID', total: 58.8 },
    });
    expect(await story.last()).toMatchObject({ total: 58.8, state: 'PAID', dueDate: on('2026-04-13') });
  });
});
