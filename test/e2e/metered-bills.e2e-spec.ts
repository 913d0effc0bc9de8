import { DueWalks, type DueWalk } from '#libs/messaging/due-work';
import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import {
  billingOf,
  createBilledContract,
  createRemitToAccount,
  expectReason,
} from '../support/contract-billing';
import { runBilling } from '../support/invoices';

interface Told extends Json {
  total: number;
  lineItems: Json[];
}

const functions = ['COUNT', 'SUM', 'MAX', 'MIN', 'AVG', 'UNIQUE'] as const;
type FunctionName = (typeof functions)[number];
const meterOf = (name: FunctionName) => ({
  aggregation: {
    function: name,
    ...(name !== 'COUNT' && { field: name === 'UNIQUE' ? 'user' : 'size' }),
  },
  filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'upload' }] }],
});

// Domain: contracts-billing
describe('bills of features with meters', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;
  let keys = 0;

  beforeAll(async () => {
    app = await createTestApp();
    app.clock.travelTo('2026-10-01T00:00:00.000Z');
    api = app.a.api;
    await createRemitToAccount(api, 'acorn');
    await createProduct(api, 'product');
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    for (const name of functions) await createFeature(api, name, 'metered', { meter: meterOf(name) });
    await createFeature(api, 'gigabytes', 'metered', {
      meter: meterOf('SUM'),
      unitTransformation: { divide: 10, round: 'UP' },
    });
    const ids = [...functions, 'gigabytes'];
    // The larger limit wins: what names a site is counted on it.
    for (const [id, productId, usageLimit] of [
      ['plan', 'product', 1_000],
      ['per-site', 'sites', 1_000_000],
    ] as const) {
      const entitlements = ids.map((each) => feature(each, { usageLimit, resetPeriod: 'MONTH' }));
      await publishPlan(api, { id, productId, entitlements });
    }
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.clock.travelTo('2026-10-01T00:00:00.000Z');
  });

  /** Published from October to December of 2026, by month; `resource` has a subscription of its own. */
  async function deal(featureId: string, rows: Json[] = [{ price: 1 }], more: Json = {}): Promise<string> {
    const id = `deal-${++made}`;
    await createBilledContract(api, id);
    await subscribe(api, `${id}-buyer`, 'plan');
    await subscribe(api, `${id}-buyer`, 'per-site', { resourceId: 'site' });
    const line = {
      ...{ name: 'Uploads', itemName: featureId, pricingModelId: 'flat_rate_pay_as_you_go', rows },
      ...{ netTerms: 30, ...more },
    };
    const window = { activationStartDate: '2026-10-01T00:00:00Z', activationEndDate: '2026-12-31T00:00:00Z' };
    const fee = { name: 'Fee', rows: [{ price: 100 }], netTerms: 30, paymentTime: 'IN_ARREARS' };
    await expectOk(billingOf(api, id).add([line, fee], window));
    const settings = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };
    await expectOk(billingOf(api, id).settings(settings));
    await expectOk(billingOf(api, id).publish());
    return id;
  }
  const uploaded = (id: string, at: string, dimensions: Json, resourceId?: string): Json => ({
    ...{ customerId: `${id}-buyer`, eventName: 'upload', idempotencyKey: `key-${++keys}` },
    ...{ timestamp: at, dimensions, resourceId },
  });
  const send = (...events: Json[]) => expectOk(api.rest('POST', '/events', { events }));
  const billAt = async (text: string): Promise<void> => {
    app.clock.travelTo(`${text}T02:00:00.000Z`);
    await runBilling(app);
  };
  const invoices = async (id: string) =>
    (await expectPage<Told>(api.rest('GET', `/customers/${id}-buyer/invoices`))).data;
  const amounts = async (id: string) =>
    (await invoices(id)).map(({ lineItems }) => lineItems.map(({ quantity, amount }) => [quantity, amount]));

  it.each<[FunctionName, number, number]>([
    ['COUNT', 4, 6],
    ['SUM', 11.000_000_001, 8.5],
    ['MAX', 7.5, 7.5],
    ['MIN', 0.5, -4],
    ['AVG', 2.75, 1.416_666_667],
    ['UNIQUE', 3, 4],
  ])(
    'I9; entitlements-usage A13, A17: %s of October is billed over all resources, and what came late with November',
    async (name, first, corrected) => {
      const id = await deal(name, [{ price: 1 }]);
      app.clock.travelTo('2026-10-15T12:00:00.000Z');
      await send(uploaded(id, '2026-10-01T00:00:00.000Z', { size: 1, user: 'ann' }));
      app.clock.travelTo('2026-11-01T00:30:00.000Z');
      await send(
        uploaded(id, '2026-10-15T12:00:00.000Z', { size: '2.000000001', user: 'ben' }, 'site'),
        uploaded(id, '2026-10-31T23:59:59.999Z', { size: 7.5, user: 'ann' }, 'site'),
        uploaded(id, '2026-10-20T00:00:00.000Z', { size: 0.5, user: 'cid' }),
        uploaded(id, '2026-11-01T00:00:00.000Z', { size: 0, user: 'zoe' }),
      );
      await billAt('2026-11-01');
      const cents = (amount: number) => Math.round(amount * 100) / 100;
      expect(await amounts(id)).toEqual([
        [
          [first, cents(first)],
          [1, 100],
        ],
      ]);
      app.clock.travelTo('2026-11-20T00:00:00.000Z');
      const late = [
        uploaded(id, '2026-10-25T00:00:00.000Z', { size: -4, user: 'dan' }),
        uploaded(id, '2026-10-26T00:00:00.000Z', { size: 1.5, user: 'ann' }, 'site'),
      ];
      const told = await api.graphql('mutation($input: IngestEventsInput!) { ingestEvents(input: $input) }', {
        input: { events: late },
      });
      expect(told.errors).toEqual([]);
      await billAt('2026-12-01');
      const [october, november] = await invoices(id);
      expect(october).toMatchObject({ total: 100 + cents(first) });
      const correction = november?.lineItems.find(({ description }) => /corrected/.test(`${description}`));
      const difference = cents(Math.max(0, corrected) - cents(first));
      if (difference === 0) expect(correction).toBeUndefined();
      else expect(correction).toMatchObject({ amount: difference });
    },
  );

  it('I9, catalog F6: sold units are those of all events of the period, rounded once', async () => {
    const id = await deal('gigabytes', [{ price: 2 }]);
    app.clock.travelTo('2026-10-30T00:00:00.000Z');
    await send(
      uploaded(id, '2026-10-02T00:00:00.000Z', { size: 10.000_000_001 }),
      uploaded(id, '2026-10-03T00:00:00.000Z', { size: 10 }, 'site'),
    );
    await billAt('2026-11-01');
    expect((await amounts(id))[0]?.[0]).toEqual([3, 6]);
  });

  it('entitlements-usage A13: without an invoice to come a MANUAL one bills events that came late', async () => {
    const id = await deal('SUM');
    await billAt('2027-01-01');
    app.clock.travelTo('2027-01-05T00:00:00.000Z');
    await send(uploaded(id, '2026-12-30T00:00:00.000Z', { size: 12.5 }));
    const walk = app.nest.get(DueWalks).all.find(({ name }) => name === 'bill-late-usage') as DueWalk;
    for (const text of ['05', '06', '07']) {
      app.clock.travelTo(`2027-01-${text}T02:00:00.000Z`);
      while ((await walk.goOn()) === 'more') continue;
    }
    const sent = await invoices(id);
    expect(sent.map(({ total }) => total)).toEqual([100, 100, 100, 12.5]);
  });

  it('entitlements-usage A12: an event that is later than 30 days corrects nothing', async () => {
    const id = await deal('COUNT');
    await billAt('2026-11-01');
    app.clock.travelTo('2026-11-30T00:00:00.000Z');
    await send(uploaded(id, '2026-10-30T23:59:59.999Z', {}));
    await billAt('2026-12-01');
    expect((await amounts(id))[1]).toEqual([
      [0, 0],
      [1, 100],
    ]);
  });

  it('P3: what events have fed is blocked for editing like what was reported', async () => {
    const id = await deal('UNIQUE');
    await expectOk(billingOf(api, id).post('edit-active', {}));
    app.clock.travelTo('2026-10-02T00:00:00.000Z');
    await send(uploaded(id, '2026-10-02T00:00:00.000Z', { user: 'ann' }));
    expectReason(await billingOf(api, id).post('edit-active', {}), 'EDIT_BLOCKED', /usage was reported/);
    const reopened = await api.graphql(
      'mutation($id: String!) { reopenContractBilling(id: $id) { contractId } }',
      {
        id,
      },
    );
    expectReason(reopened, 'EDIT_BLOCKED', /usage was reported/);
  });
});
