import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createFeature, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import {
  billingOf,
  createBilledContract,
  createRemitToAccount,
  exampleLines,
  twoYears,
  type BillingTotals,
} from '../support/contract-billing';
import { everyField } from '../support/graphql-selection';

/** Domain: contracts-billing */
describe('the line items of a contract', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const id of ['acorn', 'birch']) await createRemitToAccount(api, id);
    await createFeature(api, 'calls', 'metered', { displayName: 'API calls' });
    await createFeature(api, 'sso', 'switch');
  });
  afterAll(() => app.close());

  const contract = async (more: Json = {}): Promise<string> => {
    const id = `deal-${++made}`;
    await createBilledContract(api, id, more);
    return id;
  };
  const of = (id: string) => billingOf(api, id);
  const addOk = (id: string, lines: Json[], more: Json = {}) =>
    expectOk<BillingTotals>(of(id).add(lines, more));
  const seats = (more: Json = {}): Json => ({ name: 'Seats', rows: [{ quantity: 25, price: 30 }], ...more });
  /** What one such line comes to, without a window. */
  const amountOf = async (line: Json, more: Json = {}) =>
    (await addOk(await contract(), [{ name: 'Line', ...line }], more)).total;
  const refusing = async (line: Json, more: Json = {}) =>
    of(await contract()).add([{ name: 'Line', ...line }], more);
  const rows = async (id: string): Promise<unknown> => {
    const text = `select l.rows from contract_line_item l join contract c on c.uid = l.contract_uid
                   where c.id = $1 order by l.uid`;
    return (await app.dataSource.query<Json[]>(text, [id])).map((line) => line['rows']);
  };

  describe('M5: the worked example', () => {
    const expected = {
      subTotal: 46_000,
      totalDiscount: 1_800,
      totalTax: 8_040,
      total: 52_240,
      currency: 'usd',
      ...twoYears,
    };

    it('E1, M1: over REST: 201, and the totals with each item', async () => {
      const id = await contract();
      const answer = await of(id).add(exampleLines, twoYears);
      expect(answer.status).toBe(201);
      const told = await of(id).summary();
      expect(answer.body).toEqual({ data: told });
      expect(told).toMatchObject({ contractId: id, externalId: id, netTerms: null, ...expected });
      expect(told.items.map(({ itemId: _, ...item }) => item)).toEqual([
        { name: 'Platform', subTotal: 24_000, discount: 0, tax: 4_800, total: 28_800 },
        { name: 'Seats', subTotal: 18_000, discount: 1_800, tax: 3_240, total: 19_440 },
        { name: 'Onboarding', subTotal: 4_000, discount: 0, tax: 0, total: 4_000 },
      ]);
    });

    it('over GraphQL the same, field for field', async () => {
      const id = await contract();
      const fields = everyField(app, 'ContractBillingTotals');
      const document = `mutation($id: String!, $input: AddContractLineItemsInput!) {
        addContractLineItems(id: $id, input: $input) ${fields} }`;
      const input = { lineItems: exampleLines, ...twoYears };
      const told = await expectOk<BillingTotals>(api.graphql(document, { id, input }));
      expect(told).toMatchObject(expected);
      expect(told).toEqual(await of(id).summary());
      const read = `query($id: String!) { contractBillingSummary(id: $id) ${fields} }`;
      expect(await expectOk(api.graphql(read, { id }))).toEqual(told);
    });
  });

  describe('I2: names of lines', () => {
    it('a line that is sent twice is two lines', async () => {
      const id = await contract();
      await addOk(id, [seats()]);
      expect((await addOk(id, [seats()])).items).toHaveLength(2);
    });

    it('an externalId is one line of the contract, in one request and over several', async () => {
      const id = await contract();
      await addOk(id, [seats({ externalId: 'a' })]);
      const twice = [seats({ externalId: 'b' }), seats({ externalId: 'b' })];
      expect(await of(id).add([seats({ externalId: 'a' })])).toRefuse(
        'DuplicatedEntityNotAllowed',
        /^externalId a/,
      );
      expect(await of(id).add(twice)).toRefuse('DuplicatedEntityNotAllowed', /^externalId b/);
      expect((await of(id).summary()).items).toHaveLength(1);
      await addOk(await contract(), [seats({ externalId: 'a' })]);
    });

    it('a line is named by its externalId or its itemId; an unknown one is told by its own code', async () => {
      const id = await contract();
      const { items } = await addOk(id, [seats({ externalId: 'a' }), seats()]);
      await expectOk(of(id).patch('a', [{ price: 1 }]));
      const told = await expectOk<BillingTotals>(of(id).patch(items[1]?.itemId as string, [{ price: 2 }]));
      expect(told.items.map(({ total }) => total)).toEqual([1, 2]);
      expect(await of(id).patch('b', [])).toRefuse('ContractLineItemNotFound');
      expect(await of(id).remove('b')).toRefuse('ContractLineItemNotFound');
      expect(await of(id).remove('b/rows/0')).toRefuse('ContractLineItemNotFound');
      const mutation = `mutation($id: String!) { deleteContractLineItem(id: $id, itemRef: "b") { total } }`;
      expect(await api.graphql(mutation, { id })).toRefuse('ContractLineItemNotFound');
    });

    it('an externalId that is spelled like the itemId of another line is the caller’s own word', async () => {
      const id = await contract();
      const [first] = (await addOk(id, [seats()])).items;
      await addOk(id, [seats({ externalId: first?.itemId, rows: [{ price: 1 }] })]);
      const told = await expectOk<BillingTotals>(of(id).remove(first?.itemId as string));
      expect(told.items.map(({ itemId }) => itemId)).toEqual([first?.itemId]);
    });
  });

  describe('I2: the currency', () => {
    it('is the one sent first, and later lines keep to it', async () => {
      const id = await contract();
      expect(await addOk(id, [seats()], { currency: 'eur' })).toMatchObject({ currency: 'eur' });
      expect(await addOk(id, [seats()])).toMatchObject({ currency: 'eur' });
      expect(await of(id).add([seats()], { currency: 'usd' })).toRefuse('BadUserInput', /^currency: .* eur/);
      await addOk(id, [seats()], { currency: 'eur' });
    });

    it('is that of the customer otherwise', async () => {
      expect(await addOk(await contract(), [seats()])).toMatchObject({ currency: 'usd' });
    });

    it('must be known: a customer without one does not tell it', async () => {
      await createCustomer(api, 'unbilled');
      await expectOk(api.rest('POST', '/contracts', { customerId: 'unbilled', contractId: 'unbilled' }));
      expect(await of('unbilled').summary()).not.toHaveProperty('currency');
      expect(await of('unbilled').add([seats()])).toRefuse('BadUserInput', /^currency must be set/);
      expect(await addOk('unbilled', [seats()], { currency: 'gbp' })).toMatchObject({ currency: 'gbp' });
    });

    it('is settled anew when no line is left', async () => {
      const id = await contract();
      await addOk(id, [seats({ externalId: 'a' })], { currency: 'eur' });
      expect(await expectOk(of(id).remove('a'))).toMatchObject({ currency: 'usd', total: 0, items: [] });
      expect(await addOk(id, [seats()], { currency: 'gbp' })).toMatchObject({ currency: 'gbp' });
    });

    it('R3: says the digits of the amounts', async () => {
      const thirds = { rows: [{ quantity: 1, price: 10.005 }] };
      expect(await amountOf(thirds, { currency: 'jpy' })).toBe(10);
      expect(await amountOf(thirds, { currency: 'usd' })).toBe(10.01);
    });
  });

  describe('I5: 60 units', () => {
    const tiers = [
      { quantity: 60, price: 10, from: 0, to: 50 },
      { quantity: 60, price: 9, from: 50, to: null },
    ];

    it.each<[string, Json[], number]>([
      ['flat_rate', [{ quantity: 60, price: 10 }], 600],
      ['package', [{ quantity: 60, price: 10, packageSize: 50 }], 20],
      ['tiered', tiers, 590],
      ['volume', tiers, 540],
      ['stairstep', tiers, 9],
    ])('of %s', async (pricingModelId, priced, amount) => {
      expect(await amountOf({ pricingModelId, rows: priced })).toBe(amount);
    });

    it('of no model', async () => {
      expect(await refusing({ pricingModelId: 'free' })).toRefuse(
        'BadUserInput',
        /^lineItems\[0\]\.pricingModelId must be one of flat_rate/,
      );
    });
  });

  describe('I3, I4: rows', () => {
    it('a PATCH replaces all of them', async () => {
      const id = await contract();
      const volume = { pricingModelId: 'volume', externalId: 'v' };
      await addOk(id, [
        { name: 'Volume', ...volume, rows: [{ quantity: 5, price: 2, to: 9 }, { price: 1 }] },
      ]);
      const patched = await expectOk<BillingTotals>(of(id).patch('v', [{ quantity: 7, price: 3 }]));
      expect(patched.total).toBe(21);
      const [kept] = (await rows(id)) as [Json[]];
      expect(kept).toEqual([{ quantity: '7', price: '3', from: '0', to: null, packageSize: null }]);
      expect(await expectOk(of(id).patch('v', []))).toMatchObject({ total: 0 });
    });

    it('a key that is none is refused, one that the model does not take is left aside', async () => {
      expect(await refusing({ rows: [{ price: 1, amount: 5 }] })).toRefuse(
        'BadUserInput',
        /amount is not a known/,
      );
      expect(await amountOf({ rows: [{ price: 1, packageSize: -4, to: 0 }] })).toBe(1);
    });

    it('one is removed by its place, where the others still fit', async () => {
      const id = await contract();
      const tiers = [{ quantity: 60, price: 10, to: 50 }, { price: 9, to: 80 }, { price: 8 }];
      await addOk(id, [
        seats({ externalId: 'flat', rows: [{ price: 5 }, { price: 6 }] }),
        { name: 'Tiers', externalId: 'tiers', pricingModelId: 'tiered', rows: tiers },
      ]);
      expect(await expectOk(of(id).remove('flat/rows/0'))).toMatchObject({ total: 6 + 590 });
      expect(await of(id).remove('flat/rows/1')).toRefuse('BadUserInput', /^rowIndex must be below 1/);
      expect(await of(id).remove('flat/rows/first')).toRefuse('BadUserInput', /^rowIndex must match/);
      expect(await of(id).remove('tiers/rows/1')).toRefuse('BadUserInput', /^rows\[1\]\.from must be 50/);
      const document = `mutation($id: String!, $i: Int!) {
        deleteContractLineItemRow(id: $id, itemRef: "flat", rowIndex: $i) { total } }`;
      expect(await api.graphql(document, { id, i: -1 })).toRefuse(
        'BadUserInput',
        /^rowIndex must be below 1/,
      );
      expect(await expectOk(api.graphql(document, { id, i: 0 }))).toEqual({ total: 590 });
    });
  });

  describe('I6: pay as you go', () => {
    const payAsYouGo = (more: Json = {}): Json => ({
      pricingModelId: 'flat_rate_pay_as_you_go',
      itemName: 'calls',
      rows: [{ price: 0.01 }],
      ...more,
    });
    const metered = async (itemName: string): Promise<unknown> => {
      const id = await contract();
      await addOk(id, [{ name: 'Calls', ...payAsYouGo({ itemName }) }]);
      const text = `select f.id from contract_line_item l join contract c on c.uid = l.contract_uid
                      join feature f on f.uid = l.feature_uid where c.id = $1`;
      return (await app.dataSource.query<Json[]>(text, [id]))[0]?.['id'];
    };

    it('names a metered feature by its id or its displayName, and costs nothing before it is used', async () => {
      expect(await metered('calls')).toBe('calls');
      expect(await metered('API calls')).toBe('calls');
      expect(await amountOf(payAsYouGo())).toBe(0);
    });

    it('stands for the same feature when another is called like it later', async () => {
      await createFeature(api, 'emails', 'metered', { displayName: 'Messages' });
      expect(await metered('Messages')).toBe('emails');
      await createFeature(api, 'letters', 'metered', { displayName: 'Messages' });
      expect(await metered('Messages')).toBe('emails');
    });

    it('does not guess between two features of one name', async () => {
      for (const id of ['one', 'two']) await createFeature(api, id, 'metered', { displayName: 'Twice' });
      expect(await refusing(payAsYouGo({ itemName: 'Twice' }))).toRefuse('BadUserInput', /metered item/);
    });

    it.each<[string, Json, RegExp]>([
      ['no item', { itemName: null }, /^lineItems\[0\]\.itemName: pay as you go needs a metered item/],
      ['an item that nobody meters', { itemName: 'Consulting' }, /itemName: pay as you go needs a metered/],
      ['a feature that is not metered', { itemName: 'sso' }, /itemName: pay as you go needs a metered/],
      ['a quantity', { rows: [{ price: 1, quantity: 5 }] }, /^lineItems\[0\]\.rows\[0\]\.quantity: pay as/],
      ['payment in advance', { paymentTime: 'IN_ADVANCE' }, /^lineItems\[0\]\.paymentTime: pay as you go/],
    ])('takes not %s', async (_what, change, message) => {
      expect(await refusing(payAsYouGo(change))).toRefuse('BadUserInput', message);
    });

    it('takes no archived feature', async () => {
      await createFeature(api, 'faxes', 'metered');
      await expectOk(api.rest('POST', '/features/faxes/archive'));
      expect(await refusing(payAsYouGo({ itemName: 'faxes' }))).toRefuse('EntityIsArchivedError', /faxes/);
    });
  });

  it('I1: an item is found by its name, and made when there is none', async () => {
    const id = await contract();
    await addOk(id, [seats({ itemName: 'Support' }), seats({ itemName: 'Support' }), seats()]);
    await addOk(await contract(), [seats({ itemName: 'Support' })]);
    const text = `select i.name, count(*)::int as lines from contract_line_item l
                    join billing_article i on i.uid = l.article_uid where i.name = 'Support' group by i.uid, i.name`;
    expect(await app.dataSource.query(text)).toEqual([{ name: 'Support', lines: 3 }]);
  });

  it('I7: prices of 0 and of 12 decimals are kept exactly', async () => {
    const id = await contract();
    await addOk(id, [seats({ rows: [{ price: 0 }, { price: 0.000000000001, quantity: 1e12 }] })]);
    expect(await of(id).summary()).toMatchObject({ total: 1 });
    expect((await rows(id)) as Json[][]).toMatchObject([[{ price: '0' }, { price: '0.000000000001' }]]);
  });

  it.each<[string, Json, RegExp]>([
    ['a name', { name: undefined }, /^lineItems\[0\]\.name is required and must be a string/],
    ['a name that says something', { name: '' }, /^lineItems\[0\]\.name must not be empty/],
    ['255 characters of it', { name: 'n'.repeat(256) }, /^lineItems\[0\]\.name must have at most 255/],
    ['I7: no negative price', { rows: [{ price: -1 }] }, /rows\[0\]\.price must not be negative/],
    ['I7: no negative quantity', { rows: [{ price: 1, quantity: -1 }] }, /quantity must not be negative/],
    ['I7: 12 decimals', { rows: [{ price: 1e-13 }] }, /rows\[0\]\.price has more than 12 decimals/],
    ['a price', { rows: [{ quantity: 1 }] }, /rows\[0\]\.price must be set/],
    ['a number', { rows: [{ price: '1' }] }, /price must be a number/],
    ['a unit of cycles', { billingCycleUnit: 'daily' }, /billingCycleUnit must be one of/],
    ['a count of cycles', { billingCycleCount: 0 }, /billingCycleCount must be at least 1/],
    ['a payment time', { paymentTime: 'LATER' }, /paymentTime must be one of/],
    ['a percentage', { discount: 101 }, /discount must be at most 100/],
    ['no negative tax', { tax: -1 }, /tax must be at least 0/],
    ['whole days', { netTerms: 1.5 }, /netTerms must be an integer/],
    ['known fields', { price: 5 }, /price is not a known field/],
  ])('wants %s', async (_what, change, message) => {
    const id = await contract();
    expect(await of(id).add([seats(change)])).toRefuse('BadUserInput', message);
    expect((await of(id).summary()).items).toEqual([]);
  });

  it('takes no empty list, no 101 lines, and no invoices without end', async () => {
    const id = await contract();
    expect(await of(id).add([])).toRefuse('BadUserInput', /^lineItems/);
    expect(await of(id).add(Array.from({ length: 101 }, () => seats()))).toRefuse('BadUserInput', /100/);
    await addOk(
      id,
      Array.from({ length: 60 }, () => seats({ rows: [{ price: 0 }] })),
    );
    const more = Array.from({ length: 41 }, () => seats());
    expect(await of(id).add(more)).toRefuse('BadUserInput', /at most 100 line items/);
    const century = {
      activationStartDate: '2026-01-01T00:00:00Z',
      activationEndDate: '2099-12-31T00:00:00Z',
    };
    expect(await of(id).terms(century)).toRefuse('BadUserInput', /would have 53280 lines, at most 5000/);
  });

  it('catalog R9: an amount above the largest is refused', async () => {
    const id = await contract();
    const dear = seats({ rows: [{ price: 999_999, quantity: 10_000 }] });
    expect(await of(id).add([dear])).toRefuse('AmountTooLarge', /the amount of Seats/);
    expect((await of(id).summary()).items).toEqual([]);
  });

  it('a line of a request is refused with all the others', async () => {
    const id = await contract();
    expect(await of(id).add([seats(), seats({ pricingModelId: 'x' })])).toRefuse(
      'BadUserInput',
      /lineItems\[1\]/,
    );
    expect((await of(id).summary()).items).toEqual([]);
  });
});
