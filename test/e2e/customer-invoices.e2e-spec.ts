import { Decimal } from '#libs/kernel/decimal';
import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { eventsAbout } from '../support/events';
import { runBilling, schedule, sendInvoice, type Scheduled } from '../support/invoices';
import { createBuyers, createIssuer } from '../support/issuers';
import { day, line } from '../support/invoice-lines';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: contracts-billing

describe('the invoices of a customer', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const place of [app.a, app.b]) {
      await createBuyers(place.api, 'acorn', 'birch');
      await createIssuer(place.api, 'acme');
    }
  });
  afterAll(() => app.close());

  const list = (query = '', from = api) =>
    expectPage<Json>(from.rest('GET', `/customers/acorn/invoices${query}`));
  const read = (ref: unknown) => expectOk(api.rest('GET', `/customers/acorn/invoices/${String(ref)}`));
  const pay = (ref: unknown, customer = 'acorn') =>
    api.rest('POST', `/customers/${customer}/invoices/${String(ref)}/paid`);
  const credit = (ref: unknown, body: Json = {}) =>
    api.rest('POST', `/customers/acorn/invoices/${String(ref)}/credit-note`, body);
  const idsOf = ({ data }: { data: Json[] }): unknown[] => data.map(({ invoiceId }) => invoiceId);

  const send = (document: Scheduled = {}, place?: TestEnvironment) => sendInvoice(app, document, place);

  needsPermission({
    app: () => app,
    resource: 'invoices',
    reads: [
      {
        rest: ['GET', '/customers/acorn/invoices'],
        graphql: '{ customerInvoices(customerId: "acorn") { totalCount } }',
      },
      {
        rest: ['GET', '/customers/acorn/invoices/INV-9'],
        graphql: '{ customerInvoice(customerId: "acorn", invoiceRef: "INV-9") { invoiceId } }',
      },
      {
        rest: ['GET', '/contracts/nothing/billing/credit-notes'],
        graphql: '{ contractCreditNotes(contractId: "nothing") { totalCount } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/customers/acorn/invoices/INV-9/paid'],
        graphql:
          'mutation { markCustomerInvoicePaid(customerId: "acorn", invoiceRef: "INV-9") { invoiceId } }',
      },
      {
        rest: ['POST', '/customers/acorn/invoices/INV-9/credit-note', {}],
        graphql:
          'mutation { createInvoiceCreditNote(customerId: "acorn", invoiceRef: "INV-9", input: {}) { id } }',
      },
    ],
  });

  it('V5: are told whole, by id and by number, through both doors', async () => {
    const seats = line({ discountPercent: 10, taxPercent: 20, productExternalId: 'crm-product' });
    const sent = await send({
      lines: [seats, line({ unitPrice: new Decimal('0.000000000001'), subTotal: new Decimal(0) })],
    });
    expect(sent).toEqual({
      amountDue: 108,
      contractExternalId: expect.stringMatching(/^ext-/) as string,
      currency: 'usd',
      customerExternalId: 'acorn',
      discount: 10,
      dueDate: '2026-04-03T00:00:00.000Z',
      invoiceExternalId: null,
      invoiceId: expect.any(String) as string,
      invoiceNumber: expect.stringMatching(/^INV-\d{6}$/) as string,
      issueDate: '2026-03-04T00:00:00.000Z',
      lineItems: [
        {
          amount: 100,
          description: 'Seats',
          explanation: null,
          productExternalId: 'crm-product',
          quantity: 10,
          unitPrice: 10,
        },
        {
          amount: 0,
          description: 'Seats',
          explanation: null,
          productExternalId: null,
          quantity: 10,
          unitPrice: 1e-12,
        },
      ],
      paidDate: null,
      state: 'OPEN',
      subtotal: 100,
      tax: 18,
      total: 108,
    });
    expect(await read(sent['invoiceId'])).toEqual(sent);
    expect(await read(sent['invoiceNumber'])).toEqual(sent);
    const fields = `{ amountDue contractExternalId currency customerExternalId discount dueDate invoiceExternalId invoiceId invoiceNumber
      issueDate lineItems { amount description explanation productExternalId quantity unitPrice } paidDate state subtotal tax total }`;
    const told = await api.graphql(
      `query($ref: String!) { customerInvoice(customerId: "acorn", invoiceRef: $ref) ${fields} }`,
      { ref: sent['invoiceNumber'] },
    );
    expect(told.data).toEqual({ customerInvoice: sent });
  });

  it('V2: a draft is no invoice: not listed, not found, not paid, not credited', async () => {
    const later = { contractId: 'later', periodStart: day('2030-01-01'), periodEnd: day('2030-01-31') };
    await schedule(app, app.a, [later]);
    const [{ uid } = { uid: '' }] = await app.dataSource.query<{ uid: string }[]>(
      `select uid from invoice where contract_id = 'later'`,
    );
    expect(await list('?contractExternalId=ext-later')).toMatchObject({ data: [] });
    expect(await api.rest('GET', `/customers/acorn/invoices/${uid}`)).toRefuse(
      'InvoiceNotFound',
      new RegExp(uid),
    );
    expect(await pay(uid)).toRefuse('InvalidArgumentError', /is a draft/);
    expect(await credit(uid)).toRefuse('InvalidArgumentError', /is a draft/);
  });

  it('are not told of other customers, environments or ids', async () => {
    const mine = await send();
    const ofBirch = await send({ customerId: 'birch' });
    const foreign = await send({}, app.b);
    for (const ref of [
      ofBirch['invoiceId'],
      ofBirch['invoiceNumber'],
      foreign['invoiceId'],
      newUid(),
      'INV-999999',
    ]) {
      for (const answer of [
        await api.rest('GET', `/customers/acorn/invoices/${String(ref)}`),
        await pay(ref),
        await credit(ref),
      ]) {
        expect(answer).toRefuse('InvoiceNotFound', new RegExp(`${String(ref)} was not found`));
      }
    }
    expect(idsOf(await list('?limit=100'))).toContain(mine['invoiceId']);
    expect(idsOf(await list('?limit=100'))).not.toContain(ofBirch['invoiceId']);
    for (const path of ['', '/x', '/x/paid', '/x/credit-note']) {
      const method = path.length > 2 ? 'POST' : 'GET';
      const answer = await api.rest(
        method,
        `/customers/nobody/invoices${path}`,
        method === 'POST' ? {} : undefined,
      );
      expect(answer).toRefuse('CustomerNotFound', /nobody/);
    }
    const told = await api.graphql('{ customerInvoices(customerId: "nobody") { totalCount } }');
    expect(told).toRefuse('CustomerNotFound');
  });

  it('V8: a number that two legal entities have given one customer is refused, their ids are not', async () => {
    const place = await app.newEnvironment();
    await createBuyers(place.api, 'acorn');
    for (const issuer of ['one', 'two']) await createIssuer(place.api, issuer);
    const [first] = [await send({ issuer: 'one' }, place), await send({ issuer: 'two' }, place)];
    const get = (ref: unknown) => place.api.rest('GET', `/customers/acorn/invoices/${String(ref)}`);
    expect(await get('INV-000001')).toRefuse('BadUserInput', /^invoiceRef: two legal entities/);
    expect((await get(first['invoiceId'])).status).toBe(200);
  });

  describe('V5: in a list', () => {
    let place: TestEnvironment;
    /** By issue date; due dates and totals are in other orders, and two of each are equal. */
    let ids: unknown[];

    beforeAll(async () => {
      place = await app.newEnvironment();
      await createBuyers(place.api, 'acorn', 'birch');
      await createIssuer(place.api, 'acme');
      const of = (start: string, netTerms: number, price: number, contractId: string) => ({
        contractId,
        periodStart: day(start),
        periodEnd: day('2026-03-04'),
        netTerms,
        lines: [line({ unitPrice: new Decimal(price) })],
      });
      const today = app.clock.now();
      app.clock.travelTo(day('2026-03-01'));
      await schedule(app, place, [
        of('2026-03-03', 0, 1, 'one'),
        of('2026-03-01', 2, 9, 'one'),
        of('2026-03-02', 30, 10, 'two'),
        { ...of('2026-03-03', 1, 1, 'two') },
        { ...of('2026-03-03', 1, 1, 'birch'), customerId: 'birch' },
      ]);
      app.clock.travelTo(today);
      await runBilling(app);
      ids = idsOf(await list('', place.api));
      await expectOk(place.api.rest('POST', `/customers/acorn/invoices/${String(ids[1])}/paid`));
      await expectOk(place.api.rest('POST', `/customers/acorn/invoices/${String(ids[0])}/credit-note`, {}));
    });

    const placesOf = async (query: string): Promise<number[]> =>
      idsOf(await list(query, place.api)).map((id) => ids.indexOf(id));

    it('by issue date, oldest first, and in every other order', async () => {
      const dates = (await list('', place.api)).data.map(({ issueDate }) => String(issueDate).slice(0, 10));
      expect(dates).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-03']);
      expect(await placesOf('?orderDir=DESC')).toEqual([3, 2, 1, 0]);
      // Of equal ones the older is first: the one of the 1st was scheduled after that of the 3rd.
      expect(await placesOf('?orderBy=dueDate')).toEqual([2, 0, 3, 1]);
      expect(await placesOf('?orderBy=dueDate&orderDir=desc')).toEqual([1, 3, 0, 2]);
      expect(await placesOf('?orderBy=total')).toEqual([2, 3, 0, 1]);
      expect(await placesOf('?orderBy=total&orderDir=DESC')).toEqual([1, 0, 3, 2]);
    });

    it.each(['issueDate', 'dueDate', 'total'])(
      'page by page by %s, in both directions, each of them once',
      async (by) => {
        for (const direction of ['ASC', 'DESC']) {
          const query = `?orderBy=${by}&orderDir=${direction}`;
          const whole = await placesOf(query);
          const forward: unknown[] = [];
          let page = await list(`${query}&limit=1`, place.api);
          for (;;) {
            forward.push(...idsOf(page));
            if (!page.has_more) break;
            page = await list(`${query}&limit=1&starting_after=${String(page.next_cursor)}`, place.api);
          }
          expect(page.next_cursor).toBeNull();
          expect(forward.map((id) => ids.indexOf(id))).toEqual(whole);
          const last = String(forward.at(-1));
          expect(await placesOf(`${query}&limit=2&ending_before=${last}`)).toEqual(whole.slice(1, 3));
        }
      },
    );

    it('of one contract, of some days with their ends, in some states', async () => {
      expect(await placesOf('?contractExternalId=ext-one')).toHaveLength(2);
      expect(await placesOf('?contractExternalId=ext-none')).toEqual([]);
      expect(await placesOf('?issuedAfter=2026-03-02T00:00:00.000Z')).toEqual([1, 2, 3]);
      expect(await placesOf('?issuedBefore=2026-03-02T00:00:00.000Z')).toEqual([0, 1]);
      expect(await placesOf('?issuedAfter=2026-03-02T00:00:00Z&issuedBefore=2026-03-02T00:00:00Z')).toEqual([
        1,
      ]);
      expect(await placesOf('?stateIn=paid')).toEqual([1]);
      expect(await placesOf('?stateIn=PAID,CANCELED')).toEqual([0, 1]);
      expect(await placesOf('?stateIn=OPEN')).toEqual([2, 3]);
    });

    it('a wrong parameter is named, and so is a cursor of nothing', async () => {
      for (const [query, name] of [
        ['stateIn=DRAFT', /stateIn/],
        ['orderBy=number', /orderBy/],
        ['orderDir=up', /orderDir/],
        ['issuedAfter=soon', /issuedAfter/],
        [`starting_after=${newUid()}`, /cursor/],
        ['starting_after=INV-000001', /cursor/],
      ] as const) {
        const answer = await place.api.rest('GET', `/customers/acorn/invoices?${query}`);
        expect(answer).toRefuse('BadUserInput', name);
      }
    });

    it('GraphQL tells the same connection', async () => {
      const told = await place.api.graphql(
        `{ customerInvoices(customerId: "acorn", first: 2, orderBy: total, stateIn: [OPEN, PAID]) {
             totalCount edges { node { invoiceId } cursor } pageInfo { hasNextPage endCursor } } }`,
      );
      expect(told.data).toMatchObject({
        customerInvoices: {
          totalCount: 3,
          edges: [{ node: { invoiceId: ids[2] }, cursor: ids[2] }, { node: { invoiceId: ids[3] } }],
          pageInfo: { hasNextPage: true, endCursor: ids[3] },
        },
      });
    });
  });

  describe('V6: payment', () => {
    it('marks an open invoice, tells the event once, and once more changes nothing', async () => {
      const { invoiceId } = await send();
      const now = app.clock.now().toISOString();
      const paid = await expectOk(pay(invoiceId));
      expect(paid).toMatchObject({ invoiceId, state: 'PAID', paidDate: now });
      app.clock.advance({ days: 1 });
      expect(await expectOk(pay(paid['invoiceNumber']))).toEqual(paid);
      const events = await eventsAbout(app, String(invoiceId));
      expect(events.map(({ type }) => type)).toEqual(['invoice.finalized', 'invoice.paid']);
      expect(events[1]?.payload).toMatchObject({
        invoice: { invoiceId, state: 'PAID', total: 100, currency: 'usd' },
      });
    });

    it('through GraphQL, and a canceled one is refused', async () => {
      const [{ invoiceId }, canceled] = [await send(), await send()];
      const mutation =
        'mutation($ref: String!) { markCustomerInvoicePaid(customerId: "acorn", invoiceRef: $ref) { state } }';
      const told = await api.graphql(mutation, { ref: invoiceId });
      expect(told.data).toEqual({ markCustomerInvoicePaid: { state: 'PAID' } });
      await expectOk(credit(canceled['invoiceId']));
      expect(await pay(canceled['invoiceId'])).toRefuse('InvalidArgumentError', /canceled by a credit note/);
      expect(await api.graphql(mutation, { ref: canceled['invoiceId'] })).toRefuse('InvalidArgumentError');
      expect(await read(canceled['invoiceId'])).toMatchObject({ state: 'CANCELED', paidDate: null });
    });

    it('catalog C10: with the ETag of an older state it is refused', async () => {
      const { invoiceId } = await send();
      const path = `/customers/acorn/invoices/${String(invoiceId)}`;
      const { headers } = await api.rest('GET', path);
      const tag = { 'if-match': String(headers.get('etag')) };
      expect((await api.rest('POST', `${path}/paid`, undefined, tag)).status).toBe(201);
      const answer = await api.rest('POST', `${path}/credit-note`, {}, tag);
      expect(answer).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    });

    it('customers-subscriptions N6: who has paid an invoice makes no first purchase', async () => {
      await createBuyers(api, 'cedar');
      await expectOk(api.rest('POST', '/coupons', { id: 'spring', name: 'Spring', percentOff: 20 }));
      await expectOk(
        api.rest('POST', '/promotion-codes', { id: 'FIRST', couponId: 'spring', firstPurchaseOnly: true }),
      );
      const validate = () => api.rest('POST', '/promotion-codes/FIRST/validate', { customerId: 'cedar' });
      const { invoiceId } = await send({ customerId: 'cedar' });
      expect((await validate()).status).toBe(201);
      await expectOk(pay(invoiceId, 'cedar'));
      expect(await validate()).toRefuse('PromotionCodeCustomerNotFirstPurchase');
    });
  });
});
