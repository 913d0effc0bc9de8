import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';

// Domain: customers-subscriptions

const delft = { line1: 'Kade 1', city: 'Delft', postalCode: '2611 AA', country: 'NL' };
const toldDelft = { ...delft, line2: null, state: null };
const cork = { line1: '12 Harbour Street', city: 'Cork', country: 'IE' };
const vat = { type: 'eu_vat', value: 'NL123456789B01' };
const ein = { type: 'us_ein', value: '12-3456789' };

describe('billing details of customers', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await create('refused');
  });
  afterAll(() => app.close());

  const post = (body: Json) => api.rest('POST', '/customers', body);
  const create = (id: string, more: Json = {}) => expectOk<Json>(post({ id, ...more }));
  const read = (id: string) => expectOk<Json>(api.rest('GET', `/customers/${id}`));
  const update = (id: string, body: Json, headers?: Record<string, string>) =>
    api.rest('PATCH', `/customers/${id}`, body, headers);
  const nextId = () => `billed-${made++}`;

  it('U12: address and tax ids are taken, told and cleared', async () => {
    const id = nextId();
    const created = await create(id, { billingAddress: { ...delft, country: 'nl' }, taxIds: [vat, ein] });
    expect(created).toMatchObject({ billingAddress: toldDelft, taxIds: [vat, ein] });
    expect(await read(id)).toEqual(created);
    const changed = await expectOk<Json>(update(id, { billingAddress: cork, taxIds: [ein] }));
    expect(changed).toMatchObject({ billingAddress: { ...cork, postalCode: null }, taxIds: [ein] });
    expect(await expectOk(update(id, { name: 'Acorn' }))).toMatchObject({
      billingAddress: { city: 'Cork' },
      taxIds: [ein],
    });
    const cleared = await expectOk<Json>(update(id, { billingAddress: null, taxIds: null }));
    expect(cleared).toMatchObject({ billingAddress: null, taxIds: [], name: 'Acorn' });
    expect(await expectOk(update(id, { taxIds: [] }))).toEqual(cleared);
  });

  it('U12: passthrough is kept and told, without what was not said', async () => {
    const id = nextId();
    expect(await create(id)).not.toHaveProperty('passthrough');
    const passthrough = {
      stripe: {
        ...{ billingAddress: delft, shippingAddress: cork, taxIds: [vat] },
        ...{ customerName: 'Acorn GmbH', metadata: { tier: 'gold' } },
      },
      zuora: { billingAddress: cork, metadata: { region: 'eu' } },
    };
    expect(await expectOk(update(id, { passthrough }))).toMatchObject({ billingAddress: null, taxIds: [] });
    expect((await read(id))['passthrough']).toEqual(passthrough);
    const { customerName, billingAddress } = passthrough.stripe;
    const change = { stripe: { taxIds: [], shippingAddress: null, metadata: { tier: '' } }, zuora: null };
    const changed = await expectOk<Json>(update(id, { passthrough: change }));
    expect(changed['passthrough']).toEqual({ stripe: { customerName, billingAddress } });
    expect(await expectOk(update(id, { passthrough: {} }))).toEqual(changed);
    expect(await expectOk(update(id, { passthrough: null }))).not.toHaveProperty('passthrough');
  });

  it('U12: lists, GraphQL, the log and events tell them as GET does', async () => {
    const id = nextId();
    const said = { billingAddress: delft, taxIds: [vat], passthrough: { stripe: { billingAddress: cork } } };
    await create(id, { name: 'Told of U12' });
    const told = await expectOk<Json>(update(id, said));
    const [listed] = await expectOk<Json[]>(api.rest('GET', '/customers?name=Told%20of%20U12'));
    expect(listed).toEqual(told);
    const document = `query($id: String!) { customer(id: $id) {
      billingAddress { line1 line2 city state postalCode country } taxIds { type value }
      passthrough { stripe { billingAddress { line1 city country } } zuora { currency } } } }`;
    expect(await expectOk(api.graphql(document, { id }))).toEqual({
      ...{ billingAddress: toldDelft, taxIds: [vat] },
      passthrough: { stripe: { billingAddress: cork }, zuora: null },
    });
    const [, updated] = await eventsAbout(app, id);
    expect(updated).toMatchObject({
      type: 'customer.updated',
      payload: { customer: { billingAddress: toldDelft, taxIds: [vat], passthrough: said.passthrough } },
    });
    const [entry] = await expectOk<Json[]>(api.rest('GET', `/activity?entityType=CUSTOMER&entityId=${id}`));
    expect(entry).toMatchObject({
      before: { billingAddress: null, taxIds: [] },
      after: { billingAddress: toldDelft, taxIds: [vat], passthrough: said.passthrough },
    });
  });

  it('U12, catalog C10: what says the same again is no change, and an older state does not change them', async () => {
    const id = nextId();
    const said = { billingAddress: delft, taxIds: [vat], passthrough: { stripe: { taxIds: [ein] } } };
    const tag = (await post({ id, ...said })).headers.get('etag') as string;
    const again = await update(id, said, { 'if-match': tag });
    expect([again.status, again.headers.get('etag')]).toEqual([200, tag]);
    await expectOk(update(id, { billingAddress: cork }, { 'if-match': tag }));
    expect(await update(id, { taxIds: [] }, { 'if-match': tag })).toRefuse(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
    );
    expect(await read(id)).toMatchObject({ billingAddress: { city: 'Cork' }, taxIds: [vat] });
  });

  it.each([
    ['billingAddress', (address: Json) => ({ billingAddress: address })],
    [
      'passthrough.stripe.billingAddress',
      (address: Json) => ({ passthrough: { stripe: { billingAddress: address } } }),
    ],
    [
      'passthrough.stripe.shippingAddress',
      (address: Json) => ({ passthrough: { stripe: { shippingAddress: address } } }),
    ],
    [
      'passthrough.zuora.billingAddress',
      (address: Json) => ({ passthrough: { zuora: { billingAddress: address } } }),
    ],
  ])(
    'U12: %s without what its country needs is InvalidAddressError and changes nothing',
    async (field, of) => {
      const wrong: [string, Json][] = [
        ['country', { ...delft, country: 'XX' }],
        ['country', { ...delft, country: 'Netherlands' }],
        ['country', {}],
        ['line1', { ...delft, line1: '' }],
        ['city', { ...delft, city: null }],
        ['postalCode', { ...delft, postalCode: ' ' }],
      ];
      const before = await read('refused');
      for (const [part, address] of wrong) {
        const message = new RegExp(`^${field}\\.${part} `);
        expect(await post({ id: 'never', ...of(address) })).toRefuse('InvalidAddressError', message);
        expect(await update('refused', { name: 'x', ...of(address) })).toRefuse(
          'InvalidAddressError',
          message,
        );
      }
      const document =
        'mutation($input: UpdateCustomerInput!) { updateCustomer(id: "refused", input: $input) { id } }';
      const input = of({ ...delft, postalCode: null });
      expect(await api.graphql(document, { input })).toRefuse('InvalidAddressError', /postalCode .*NL/);
      expect(await read('refused')).toEqual(before);
      expect(await api.rest('GET', '/customers/never')).toRefuse('CustomerNotFound');
    },
  );

  it.each([
    ['taxIds', (taxIds: Json[]) => ({ taxIds })],
    ['passthrough.stripe.taxIds', (taxIds: Json[]) => ({ passthrough: { stripe: { taxIds } } })],
  ])('U12: %s that no tax office writes are InvalidTaxId and change nothing', async (field, of) => {
    const wrong: [number, Json[]][] = [
      [1, [vat, { type: 'eu_vat', value: 'NL1' }]],
      [0, [{ type: 'vat', value: '1' }]],
      [1, [vat, vat]],
    ];
    const before = await read('refused');
    for (const [index, taxIds] of wrong) {
      const message = new RegExp(`^${field}\\[${index}\\]`);
      expect(await post({ id: 'never', ...of(taxIds) })).toRefuse('InvalidTaxId', message);
      expect(await update('refused', { name: 'x', ...of(taxIds) })).toRefuse('InvalidTaxId', message);
    }
    const document = 'mutation($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }';
    const input = { id: 'never', ...of([{ type: 'us_ein', value: '1' }]) };
    expect(await api.graphql(document, { input })).toRefuse('InvalidTaxId', /us_ein/);
    expect(await read('refused')).toEqual(before);
    expect(await api.rest('GET', '/customers/never')).toRefuse('CustomerNotFound');
  });

  it.each([
    [
      'passthrough.stripe.paymentMethodId',
      { stripe: { paymentMethodId: 'pm_1' } },
      { stripe: { paymentMethodId: '' } },
    ],
    [
      'passthrough.stripe.invoiceCustomFields',
      { stripe: { invoiceCustomFields: { po: '1' } } },
      { stripe: { invoiceCustomFields: {} } },
    ],
    ['passthrough.zuora.currency', { zuora: { currency: 'eur' } }, { zuora: { currency: null } }],
    [
      'passthrough.zuora.paymentMethodId',
      { zuora: { paymentMethodId: 'pm_1' } },
      { zuora: { paymentMethodId: null } },
    ],
  ])(
    'decision 19: %s needs a billing provider: UnsupportedParameter unless it is empty',
    async (field, asked, empty) => {
      const message = new RegExp(`^${field}: not built`);
      expect(await post({ id: 'never', passthrough: asked })).toRefuse('UnsupportedParameter', message);
      expect(await update('refused', { passthrough: asked })).toRefuse('UnsupportedParameter', message);
      expect(await create(nextId(), { passthrough: empty })).not.toHaveProperty('passthrough');
      await expectOk(update('refused', { passthrough: empty }));
    },
  );

  it.each([
    [
      'catalog C5: providers that it knows',
      { passthrough: { paypal: {} } },
      /passthrough\.paypal is not a known field/,
    ],
    [
      'catalog C5: what a provider takes',
      { passthrough: { zuora: { taxIds: [vat] } } },
      /passthrough\.zuora\.taxIds is not a known field/,
    ],
    [
      'catalog C5: what an address has',
      { billingAddress: { ...delft, zip: '1' } },
      /billingAddress\.zip is not a known field/,
    ],
    ['an address that is an object', { billingAddress: 'Kade 1' }, /billingAddress/],
    [
      'texts of at most 255 characters',
      { billingAddress: { ...delft, line1: 'x'.repeat(256) } },
      /billingAddress\.line1/,
    ],
    [
      'at most ten tax ids',
      { taxIds: Array.from({ length: 11 }, (_, n) => ({ type: 'other', value: `${n}` })) },
      /taxIds/,
    ],
    ['a tax id with its type', { taxIds: [{ value: '1' }] }, /taxIds\[0\]\.type/],
    [
      'a name of at most 255 characters',
      { passthrough: { stripe: { customerName: 'x'.repeat(256) } } },
      /customerName/,
    ],
  ])('wants %s', async (_rule, change, message) => {
    expect(await post({ id: 'never', ...change })).toRefuse('BadUserInput', message);
    expect(await update('refused', change)).toRefuse('BadUserInput', message);
  });
});
