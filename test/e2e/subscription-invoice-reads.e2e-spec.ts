import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { eventsAbout } from '../support/events';
import { everyField } from '../support/graphql-selection';
import { informed, invoiced, InvoiceStory, type ToldInvoice } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { needsPermission } from '../support/suites/permission-suite';
import { units } from '../support/team-story';

// Domain: contracts-billing

describe('invoices of subscriptions as they are told', () => {
  let app: TestApp;
  let story: InvoiceStory;

  storyForEach(InvoiceStory, (begun) => ({ app, story } = begun));

  const listed = async (query: string): Promise<ToldInvoice[]> =>
    (await expectPage<ToldInvoice>(story.api.rest('GET', `/customers/ada/invoices?${query}`))).data;
  const pathOf = (invoice: ToldInvoice, more = ''): string =>
    `/customers/ada/invoices/${invoice.invoiceId}${more}`;
  const paid = (invoice: ToldInvoice) => story.api.rest('POST', pathOf(invoice, '/paid'));
  const kinds = async (): Promise<Json[]> =>
    app.dataSource.query(
      `select kind, billing_reason as reason from invoice where environment_id = $1 and state <> 'DRAFT' order by number`,
      [story.place.environmentId],
    );

  needsPermission({
    app: () => app,
    resource: 'subscriptions',
    reads: [],
    writes: [
      {
        rest: ['POST', '/subscriptions', { customerId: 'nobody', planId: 'pro', ...invoiced() }],
        graphql:
          'mutation { createSubscription(input: { customerId: "nobody", planId: "pro", paymentCollectionMethod: INVOICE }) { id } }',
      },
    ],
  });

  it('V1: each is of a kind, and tells its reason with the subscription', async () => {
    const { id } = await story.billed();
    const reason = async () => ((await story.get(id))['latestInvoice'] as Json)['billingReason'];
    expect(await reason()).toBe('SUBSCRIPTION_CREATION');
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8) });
    expect(await reason()).toBe('SUBSCRIPTION_UPDATE');
    await story.to('2026-05-10');
    expect(await reason()).toBe('BILLING_CYCLE');
    await story.to('2026-05-20');
    await story.givenBack(id);
    expect(await kinds()).toEqual([
      { kind: 'FIRST', reason: 'SUBSCRIPTION_CREATION' },
      { kind: 'PRORATION', reason: 'SUBSCRIPTION_UPDATE' },
      { kind: 'RENEWAL', reason: 'BILLING_CYCLE' },
      { kind: 'FINAL', reason: 'SUBSCRIPTION_UPDATE' },
    ]);
  });

  it('V2, customers-subscriptions S3: OPEN is PROCESSING, and NOT_REQUIRED once nothing is open', async () => {
    const { id } = await story.billed();
    const collection = async () => (await story.get(id))['paymentCollection'];
    expect(await collection()).toBe('PROCESSING');
    await story.to('2026-05-10');
    const [first, second] = (await story.invoices()) as [ToldInvoice, ToldInvoice];
    await expectOk(paid(second));
    expect(await collection()).toBe('PROCESSING');
    await expectOk(paid(first));
    expect(await collection()).toBe('NOT_REQUIRED');
    const list = await expectPage<Json>(story.api.rest('GET', '/subscriptions?customerId=ada'));
    expect(list.data[0]).toMatchObject({
      ...{ paymentCollection: 'NOT_REQUIRED', paymentCollectionMethod: 'INVOICE' },
      latestInvoice: { status: 'PAID', amountDue: 0 },
    });
  });

  it('V2, V6, V7: a credit note in full cancels an OPEN one, which cannot be paid any more', async () => {
    const { id } = await story.billed();
    const invoice = await story.last();
    await expectOk(story.api.rest('POST', pathOf(invoice, '/credit-note'), {}));
    expect((await story.last()).state).toBe('CANCELED');
    expect(await paid(invoice)).toRefuse('InvalidArgumentError');
    expect((await story.get(id))['paymentCollection']).toBe('NOT_REQUIRED');
  });

  it('V3: what changes afterwards changes nothing of what was sent', async () => {
    const { id } = await story.billed('team', informed({ taxPercentage: 10 }));
    const before = await story.last();
    const text = await story.printed(before);
    await expectOk(story.api.rest('PATCH', '/customers/ada', { name: 'Another', email: 'new@example.com' }));
    await story.patched(id, { billingInformation: { taxPercentage: 20, invoiceDaysUntilDue: 1 } });
    expect(await story.last()).toEqual(before);
    expect(await story.printed(before)).toBe(text);
  });

  it('V5, V13: the list has them under no contract, and its filters find them', async () => {
    const { id } = await story.billed();
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8) });
    await story.to('2026-05-10');
    const all = await listed('orderBy=issueDate');
    expect(all.map(({ issueDate }) => issueDate)).toEqual(['2026-04-10', '2026-04-20', '2026-05-10'].map(on));
    expect(all.every((each) => each['contractExternalId'] === null)).toBe(true);
    const totals = async (query: string) => (await listed(query)).map(({ total }) => total);
    expect(await totals('orderBy=total&orderDir=DESC')).toEqual([129, 99, 20]);
    expect(await totals(`issuedAfter=${on('2026-04-20')}&issuedBefore=${on('2026-05-09')}`)).toEqual([20]);
    await expectOk(paid(all[1] as ToldInvoice));
    expect(await totals('stateIn=PAID')).toEqual([20]);
    expect(await totals('stateIn=OPEN')).toEqual([99, 129]);
    expect(await totals('contractExternalId=deal')).toEqual([]);
  });

  it('V5, V13: one by its id and by its number, the same through both doors', async () => {
    await story.billed('team', informed({ taxPercentage: 19 }));
    const told = await story.last();
    expect(await expectOk(story.api.rest('GET', pathOf(told)))).toEqual(told);
    const byNumber = `/customers/ada/invoices/${told.invoiceNumber}`;
    expect(await expectOk(story.api.rest('GET', byNumber))).toEqual(told);
    const fields = everyField(app, 'CustomerInvoice');
    const document = `query($ref: String!) { customerInvoice(customerId: "ada", invoiceRef: $ref) ${fields} }`;
    expect(await expectOk(story.api.graphql(document, { ref: told.invoiceId }))).toEqual(told);
    const latest =
      'query($id: String!) { subscription(id: $id) { paymentCollection paymentCollectionMethod latestInvoice { billingId total status billingReason amountDue } } }';
    const { data } = await expectPage<Json>(story.api.rest('GET', '/subscriptions?customerId=ada'));
    expect(await expectOk(story.api.graphql(latest, { id: data[0]?.['id'] }))).toEqual({
      ...{ paymentCollection: 'PROCESSING', paymentCollectionMethod: 'INVOICE' },
      latestInvoice: {
        ...{ billingId: told.invoiceId, total: 117.81, amountDue: 117.81 },
        ...{ status: 'OPEN', billingReason: 'SUBSCRIPTION_CREATION' },
      },
    });
  });

  it('V5: its document tells each line with how it comes about, discount, tax and what is left to pay', async () => {
    const { id } = await story.billed('team', informed({ taxPercentage: 19 }));
    await story.to('2026-04-20');
    await story.patched(id, { charges: units(8) });
    const text = await story.printed(await story.last());
    // 20 of 30 days, as seconds.
    for (const told of ['team: Seats, 2026-04-20', '(8 × 10) × 1728000/2592000', '-33.33', '53.33'])
      expect(text).toContain(told);
    for (const told of ['Tax 19% on USD 20.00 USD 3.80', 'Total USD 23.80', 'Amount due USD 23.80'])
      expect(text).toContain(told);
  });

  it('V1, V6: events tell of each with its subscription, and the log with who did it', async () => {
    const { id } = await story.billed();
    await story.to('2026-05-10');
    const [first, second] = (await story.invoices()) as [ToldInvoice, ToldInvoice];
    await expectOk(paid(first));
    const events = await eventsAbout(app, first.invoiceId);
    expect(events.map(({ type }) => type)).toEqual(['invoice.finalized', 'invoice.paid']);
    expect(events[0]?.payload['invoice']).toMatchObject({
      ...{ subscriptionId: id, contractId: null, customerId: 'ada', total: 99, currency: 'usd' },
      ...{ invoiceNumber: first.invoiceNumber, state: 'OPEN' },
    });
    const [renewed] = await eventsAbout(app, second.invoiceId);
    expect(renewed).toMatchObject({ type: 'invoice.finalized', actor: 'subscriptions' });
    const path = `/activity?entityType=INVOICE&entityId=${second.invoiceId}`;
    const { data } = await expectPage<Json>(story.api.rest('GET', path));
    expect(data).toMatchObject([{ type: 'invoice.finalized', parentId: id }]);
  });

  it('V2: one that comes to nothing is told to be paid with that', async () => {
    await story.sell('gratis', 0);
    await story.begun('gratis', invoiced());
    const { invoiceId } = await story.last();
    const types = (await eventsAbout(app, invoiceId)).map(({ type }) => type);
    expect(types).toEqual(['invoice.finalized', 'invoice.paid']);
  });

  it('V8: numbers follow each other without a gap, over all customers of the seller', async () => {
    await createCustomer(story.api, 'bob', { email: 'bob@example.com' });
    const { id } = await story.billed();
    const body = { customerId: 'bob', planId: 'pro', ...invoiced() };
    await expectOk(story.api.rest('POST', '/subscriptions', body));
    await story.to('2026-05-10');
    await story.givenBack(id);
    const all = [...(await story.invoices()), ...(await story.invoices('bob'))];
    expect(all.map(({ invoiceNumber }) => invoiceNumber).sort()).toEqual(
      [1, 2, 3, 4, 5].map((number) => `INV-00000${number}`),
    );
  });

  it('V13, catalog C2: another environment sees nothing of them, through either door', async () => {
    const { id } = await story.billed();
    const invoice = await story.last();
    const other = await InvoiceStory.begin(app);
    expect(await other.invoices()).toEqual([]);
    for (const path of [pathOf(invoice), pathOf(invoice, '/pdf'), `/customers/ada/invoices/INV-000001`])
      expect(await other.api.rest('GET', path)).toRefuse('InvoiceNotFound');
    for (const path of [pathOf(invoice, '/paid'), pathOf(invoice, '/credit-note')])
      expect(await other.api.rest('POST', path, {})).toRefuse('InvoiceNotFound');
    expect(await other.api.rest('GET', `/subscriptions/${id}`)).toRefuse('SubscriptionNotFound');
    const document =
      'query($ref: String!) { customerInvoice(customerId: "ada", invoiceRef: $ref) { invoiceId } }';
    expect(await other.api.graphql(document, { ref: invoice.invoiceId })).toRefuse('InvoiceNotFound');
    // Numbers of its own.
    await other.begun('pro', invoiced());
    expect((await other.last()).invoiceNumber).toBe('INV-000001');
    expect(await story.last()).toEqual(invoice);
  });
});
