import { Client } from 'pg';
import { seriesAfter } from '../../src/modules/entitlements/credit-reports/credit-usage.statements';
import type { TestApp } from '../support/app';
import { behindOurBack } from '../support/broken-ledgers';
import { createFeature, createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { CreditSandbox } from '../support/credit-sandbox';
import { creditUsage, sumsOf, usedIn, type ToldSeries } from '../support/credit-reports';
import { creditCustomer, giveCredits, ledgerOf, useCredits } from '../support/credits';
import { moveClock } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { everyField } from '../support/graphql-selection';
import { seededRandom } from '../support/seeded-random';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

const now = '2027-06-15T12:30:00.000Z';
const only = ({ series }: { series: ToldSeries[] }): ToldSeries => {
  expect(series).toHaveLength(1);
  return series[0] as ToldSeries;
};

describe('GET /credits/usage', () => {
  let app: TestApp;
  let api: ApiClient;
  let place: TestEnvironment;

  storyForEach(CreditSandbox, (begun) => {
    ({ app } = begun);
    ({ api, place } = begun.story);
  });
  beforeEach(async () => {
    await moveClock(place, now);
  });

  const useAt = (at: string, amount: number, more: Json = {}): Promise<Json> =>
    useCredits(api, amount, { createdAt: `2027-${at}Z`, ...more });
  const ask = (more: string) => api.rest('GET', `/credits/usage?customerId=c${more}`);
  /** Written by hand: what usage of rated features tells needs a subscription. */
  const ofFeature = (featureId: string, seq: number): Promise<void> => {
    const text = 'update credit_ledger_entry set feature_id = $3 where environment_id = $1 and seq = $2';
    return behindOurBack(app, [text, [place.environmentId, seq, featureId]]);
  };

  needsPermission({
    app: () => app,
    resource: 'credits',
    reads: [
      {
        rest: ['GET', '/credits/usage?customerId=nobody'],
        graphql: '{ creditUsage(customerId: "nobody") { currency { currencyId } } }',
      },
    ],
    writes: [],
  });
  isTenantScoped({
    app: () => app,
    create: async (to, id) => {
      await creditCustomer(to, id);
      return useCredits(to, 1, { customerId: id });
    },
    read: (from, id) => creditUsage(from, '', id),
    routes: [['GET', (id) => `/credits/usage?customerId=${id}`]],
    documents: ['query($id: String!) { creditUsage(customerId: $id) { currency { currencyId } } }'],
  });

  it('V1: without dates and keys the last month by days, as one series; what is owed is told as what was there', async () => {
    await giveCredits(api, { amount: 4, effectiveAt: '2027-01-01T00:00:00Z' });
    await useAt('06-01T10:00:00', 3);
    await useAt('06-01T11:00:00', 2.25);
    await useAt('06-15T12:30:00', 5);
    const told = await creditUsage(api);
    const names = { displayName: 'Tokens', plural: null, singular: null, symbol: null };
    expect(told.currency).toEqual({ currencyId: 'tokens', ...names });
    expect(told.pagination).toEqual({ next: null, prev: null });
    const series = only(told);
    const ofAll = { featureId: null, featureName: null, tags: [], totalCredits: 10.25, eventCount: 3 };
    expect(series).toMatchObject(ofAll);
    expect(usedIn(series)).toEqual(['2027-06-01T00:00 5.25', '2027-06-15T00:00 5']);
    // The second one took from a grant and owes the rest: two rows, one event.
    expect((await ledgerOf(api, 'c', '&eventType=CREDITS_CONSUMED')).length).toBe(4);
    expect(series.points.find(({ timestamp }) => timestamp.startsWith('2027-06-01'))?.eventCount).toBe(2);
    expect(series.points).toHaveLength(32);
    expect(series.points[0]).toEqual({ timestamp: '2027-05-15T00:00:00.000Z', value: 0, eventCount: 0 });
  });

  it.each([
    ['LAST_DAY', 25, '2027-06-14T12:00', ['2027-06-14T12:00 2', '2027-06-15T12:00 1']],
    ['LAST_WEEK', 8, '2027-06-08T00:00', ['2027-06-14T00:00 6', '2027-06-15T00:00 1']],
    [
      'LAST_MONTH',
      32,
      '2027-05-15T00:00',
      ['2027-05-31T00:00 8', '2027-06-14T00:00 6', '2027-06-15T00:00 1'],
    ],
    ['LAST_YEAR', 13, '2026-06-01T00:00', ['2027-05-01T00:00 24', '2027-06-01T00:00 7']],
  ])('V1: %s in its buckets', async (timeRange, points, first, told) => {
    await useAt('05-15T12:29:59', 16);
    await useAt('05-31T23:59:59.999', 8);
    await useAt('06-14T12:29:59', 4);
    await useAt('06-14T12:30:00', 2);
    await useAt('06-15T12:30:00', 1);
    const series = only(await creditUsage(api, `&timeRange=${timeRange}`));
    expect(usedIn(series)).toEqual(told);
    expect(series.points).toHaveLength(points);
    expect(series.points[0]?.timestamp.slice(0, 16)).toBe(first);
  });

  it('V1, entitlements-usage A19: dates are half-open, told by hours, days or weeks as long as they are', async () => {
    await useAt('06-01T10:00:00', 1);
    await useAt('06-03T10:00:00', 2);
    await useAt('06-15T12:30:00', 4);
    const told = async (more: string): Promise<string[]> => usedIn(only(await creditUsage(api, more)));
    const from = '&startDate=2027-06-01T10:00:00Z';
    expect(await told(`${from}&endDate=2027-06-03T10:00:00Z`)).toEqual(['2027-06-01T10:00 1']);
    const days = ['2027-06-01T00:00 1', '2027-06-03T00:00 2'];
    expect(await told(`${from}&endDate=2027-06-03T10:00:00.001Z`)).toEqual(days);
    expect(await told('&startDate=2027-06-01T10:00:00.001Z')).toEqual([days[1], '2027-06-15T00:00 4']);
    expect(await told('&startDate=2027-03-01T00:00:00Z')).toEqual([
      '2027-05-31T00:00 3',
      '2027-06-14T00:00 4',
    ]);
    // A span that reaches beyond now keeps its steps.
    expect(await told(`${from}&endDate=2027-12-31T00:00:00Z`)).toEqual([
      '2027-05-31T00:00 3',
      '2027-06-14T00:00 4',
    ]);
    expect((await creditUsage(api, '&startDate=2027-06-14T00:00:00Z')).series[0]?.points).toHaveLength(37);
  });

  it('V1: by dimensions, one series for each combination, without a tag of what was not said', async () => {
    await useAt('06-01T10:00:00', 1, { dimensions: { region: 'eu', trial: true, size: 1.5 } });
    await useAt('06-02T10:00:00', 2, { dimensions: { region: 'eu' } });
    await useAt('06-03T10:00:00', 4, { dimensions: { region: 'us', trial: true, size: '1.5' } });
    await useAt('06-04T10:00:00', 8);
    expect(sumsOf(await creditUsage(api, '&groupBy=region'))).toEqual([
      ...['- region=eu 3', '- region=us 4', '- 8'],
    ]);
    expect(sumsOf(await creditUsage(api, '&groupBy=trial,region'))).toEqual([
      ...['- trial=true region=eu 1', '- trial=true region=us 4', '- region=eu 2', '- 8'],
    ]);
    expect(sumsOf(await creditUsage(api, '&groupBy=size'))).toEqual(['- size=1.5 5', '- 10']);
    expect(sumsOf(await creditUsage(api, '&groupBy=none'))).toEqual(['- 15']);
    expect(sumsOf(await creditUsage(api, '&groupBy=region&timeRange=LAST_DAY'))).toEqual([]);
  });

  it('V1: by feature with its name of now, null for what was consumed by a call of its own', async () => {
    await createFeature(api, 'calls', 'metered');
    await useAt('06-01T10:00:00', 1, { dimensions: { region: 'eu' } });
    await useAt('06-02T10:00:00', 2);
    await useAt('06-03T10:00:00', 4);
    await ofFeature('calls', 1);
    await ofFeature('gone', 2);
    const told = await creditUsage(api, '&groupBy=featureId');
    expect(sumsOf(told)).toEqual(['calls 1', 'gone 2', '- 4']);
    const { displayName } = await expectOk<Json>(api.rest('GET', '/features/calls'));
    expect(told.series.map(({ featureName }) => featureName)).toEqual([displayName, null, null]);
    expect(sumsOf(await creditUsage(api, '&groupBy=region,featureId'))).toEqual([
      ...['calls region=eu 1', 'gone 2', '- 4'],
    ]);
  });

  it('V1: an event that took credits in several series counts in each, and once where they are one', async () => {
    await giveCredits(api, { amount: 1 });
    await useCredits(api, 3);
    await ofFeature('calls', 3);
    const [apart, together] = [await creditUsage(api, '&groupBy=featureId'), await creditUsage(api)];
    expect(apart.series.map(({ eventCount }) => eventCount)).toEqual([1, 1]);
    expect(only(together)).toMatchObject({ totalCredits: 3, eventCount: 1 });
  });

  it('V1: of a resource only its wallet, by resources each of them', async () => {
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    const credit = { type: 'CREDIT', id: 'tokens', amount: 100, cadence: 'MONTH' };
    await publishPlan(api, { id: 'per-site', productId: 'sites', entitlements: [credit] });
    await subscribe(api, 'c', 'per-site', { resourceId: 'site' });
    await giveCredits(api, { amount: 1, resourceId: 'idle' });
    await useCredits(api, 2, { resourceId: 'site' });
    await useCredits(api, 4);
    expect(sumsOf(await creditUsage(api))).toEqual(['- 6']);
    expect(sumsOf(await creditUsage(api, '&resourceId=site'))).toEqual(['- 2']);
    expect(sumsOf(await creditUsage(api, '&resourceId=idle'))).toEqual(['- 0']);
    expect(sumsOf(await creditUsage(api, '&groupBy=resourceId'))).toEqual(['- resourceId=site 2', '- 4']);
  });

  it('V1: pages of series in the order of their keys, in both directions', async () => {
    for (const [place, region] of ['eu', 'us', 'Ü', 'a"b,c', 'EU'].entries())
      await useCredits(api, place + 1, { dimensions: { region } });
    await useCredits(api, 6);
    const read = (more: string) => creditUsage(api, `&groupBy=region&limit=2${more}`);
    const first = await read('');
    expect(sumsOf(first)).toEqual(['- region=EU 5', '- region=a"b,c 4']);
    expect(first.pagination.prev).toBeNull();
    const second = await read(`&after=${first.pagination.next}`);
    // What is used meanwhile moves nothing.
    await useCredits(api, 100, { dimensions: { region: 'us' } });
    const third = await read(`&after=${second.pagination.next}`);
    expect([...sumsOf(second), ...sumsOf(third)]).toEqual([
      ...['- region=eu 1', '- region=us 2', '- region=Ü 3', '- 6'],
    ]);
    expect(third.pagination.next).toBeNull();
    expect(sumsOf(await read(`&before=${third.pagination.prev}`))).toEqual([
      ...['- region=eu 1', '- region=us 102'],
    ]);
    const back = await read(`&before=${second.pagination.prev}`);
    expect([sumsOf(back), back.pagination]).toEqual([sumsOf(first), first.pagination]);
    const { next } = first.pagination;
    expect(await ask(`&groupBy=region&after=${next}&before=${next}`)).toRefuse('BadUserInput', /exclude/);
    for (const [keys, cursor] of [
      ['region,size', next],
      ['region', 'nonsense'],
      ['region', Buffer.from('[5]').toString('base64url')],
      ['region', Buffer.from('["\\u0000"]').toString('base64url')],
    ])
      expect(await ask(`&groupBy=${keys}&after=${cursor}`)).toRefuse('BadUserInput', /cursor/);
  });

  it('V1, Y5: the currency asked for, else the only one that there is a wallet of', async () => {
    expect(await creditUsage(api)).toEqual({
      ...{ currency: null, series: [], pagination: { next: null, prev: null } },
    });
    const asked = await creditUsage(api, '&currencyId=tokens');
    expect([asked.currency?.['currencyId'], sumsOf(asked)]).toEqual(['tokens', ['- 0']]);
    await useCredits(api, 1);
    await creditCustomer(api, 'd', 'other');
    await useCredits(api, 2, { currencyId: 'other' });
    expect(await ask('')).toRefuse('BadUserInput', /^currencyId: .*other, tokens/);
    expect(sumsOf(await creditUsage(api, '&currencyId=other'))).toEqual(['- 2']);
  });

  it('Y5: an id that another currency has taken means that one', async () => {
    await useCredits(api, 1);
    await expectOk(api.rest('POST', '/credits/custom-currencies/tokens/archive'));
    expect(sumsOf(await creditUsage(api))).toEqual(['- 1']);
    const units = { singular: 'token', plural: 'tokens' };
    const made = { id: 'tokens', displayName: 'New', symbol: 'T', units };
    await expectOk(api.rest('POST', '/credits/custom-currencies', made));
    const told = await creditUsage(api);
    expect(told.currency).toEqual({ currencyId: 'tokens', displayName: 'New', symbol: 'T', ...units });
    expect(sumsOf(told)).toEqual(['- 0']);
    await useCredits(api, 2);
    expect(sumsOf(await creditUsage(api))).toEqual(['- 2']);
  });

  it('V1: refuses what it does not know, and spans that mean nothing', async () => {
    expect(await api.rest('GET', '/credits/usage?customerId=nobody')).toRefuse('CustomerNotFound', /nobody/);
    expect(await ask('&resourceId=none')).toRefuse('CustomerResourceNotFound', /none/);
    expect(await ask('&currencyId=none')).toRefuse('CustomCurrencyNotFound', /none/);
    const refusals: [string, RegExp][] = [
      ['&timeRange=LAST_DAY&startDate=2027-06-01T00:00:00Z', /timeRange/],
      ['&timeRange=LAST_DAY&endDate=2027-06-01T00:00:00Z', /timeRange/],
      ['&timeRange=LAST_HOUR', /timeRange/],
      ['&endDate=2027-06-01T00:00:00Z', /startDate/],
      ['&startDate=2027-06-15T12:30:00Z', /startDate must lie in the past/],
      ['&startDate=2027-06-01T00:00:00Z&endDate=2027-06-01T00:00:00Z', /endDate/],
      ['&startDate=2008-01-01T00:00:00Z', /startDate: .*1000 points/],
      ['&groupBy=a,b,c,d', /groupBy/],
      ['&groupBy=a,b,a', /groupBy/],
      ['&groupBy=a.b', /groupBy/],
      ['&limit=0', /limit/],
      ['&limit=101', /limit/],
    ];
    for (const [more, message] of refusals) expect(await ask(more)).toRefuse('BadUserInput', message);
  });

  it('V1: GraphQL tells the same', async () => {
    await useAt('06-15T10:00:00', 2, { dimensions: { region: 'eu' } });
    const rest = await creditUsage(api, '&groupBy=region&timeRange=LAST_DAY&limit=5');
    const document = `{ creditUsage(customerId: "c", groupBy: ["region"], timeRange: LAST_DAY, limit: 5) ${everyField(app, 'CreditUsage')} }`;
    const { data } = await api.graphql(document);
    expect(data?.['creditUsage']).toEqual(rest);
    const refused = await api.graphql(
      '{ creditUsage(customerId: "c", groupBy: ["a", "a"]) { series { eventCount } } }',
    );
    expect(refused).toRefuse('BadUserInput', /groupBy/);
  });

  it('V1: reads the entries of the span and of the customer alone, however many others there are', async () => {
    await creditCustomer(api, 'd');
    for (const customerId of ['c', 'd']) await useCredits(api, 1, { customerId });
    const others = `insert into credit_ledger_entry select (jsonb_populate_record(e, jsonb_build_object('uid', gen_random_uuid(),
        'seq', e.seq + n, 'timestamp', e.timestamp - n * interval '1 hour'))).* from credit_ledger_entry e, generate_series(1, 5000) n
      where e.environment_id = $1`;
    await behindOurBack(app, [others, [place.environmentId]], ['analyze credit_ledger_entry', []]);
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ uid: string }>(
      `select uid from credit_wallet where environment_id = $1 and customer_id = 'c'`,
      [place.environmentId],
    );
    // As it is planned for whoever asks: nobody knows which wallets and which span it will be.
    await client.query('set plan_cache_mode = force_generic_plan');
    const types = 'uuid, uuid[], text[], timestamptz, timestamptz, timestamptz[], text[], text[], int, int';
    await client.query(`prepare told(${types}) as ${seriesAfter}`);
    const asked = `'{null}', '2027-06-15T10:00Z', '2027-06-15T13:00Z', '{2027-06-15T10:00Z}', '{}', null, 20, 0`;
    const explained = await client.query<{ 'QUERY PLAN': unknown }>(
      `explain (analyze, format json) execute told('${place.environmentId}', '{${rows[0]?.uid}}', ${asked})`,
    );
    await client.end();
    // 12:30, 11:30 and 10:30.
    expect(readsOf('credit_ledger_entry', explained.rows)).toEqual([{ rows: 3, removed: 0 }]);
  });

  it('V1: whatever was used when, and by whatever it is told: all points of all series are what the ledger has', async () => {
    const chance = seededRandom('credit usage');
    await giveCredits(api, { amount: 40 });
    const startMs = Date.parse('2027-04-01T00:00:00Z');
    for (let n = 0; n < 40; n++) {
      const createdAt = new Date(startMs + chance.whole(0, 75 * 24 * 60) * 60_000).toISOString();
      const region = chance.pick(['eu', 'us', undefined]);
      const dimensions = { region, size: chance.whole(1, 3) };
      await useCredits(api, 1 + chance.whole(0, 4000) / 1000, { createdAt, dimensions: strip(dimensions) });
    }
    for (const seq of [3, 5, 8]) await ofFeature('calls', seq);
    const rows = await ledgerOf(api, 'c', '&eventType=CREDITS_CONSUMED');
    const sumOf = (from: string): number =>
      rows
        .filter(({ timestamp }) => String(timestamp) >= from)
        .reduce((sum, { amount }) => sum - Number(amount), 0);
    for (const from of ['2027-04-01T00:00:00.000Z', '2027-05-20T07:31:00.000Z', '2027-06-14T00:00:00.000Z'])
      for (const keys of [
        '',
        '&groupBy=region',
        '&groupBy=size,region',
        '&groupBy=featureId,resourceId,size',
      ]) {
        const { series } = await creditUsage(api, `&startDate=${from}${keys}`);
        const points = series.flatMap((each) => each.points.map(({ value }) => value));
        expect(total(points)).toBeCloseTo(sumOf(from), 6);
        expect(total(series.map(({ totalCredits }) => totalCredits))).toBeCloseTo(sumOf(from), 6);
      }
  });
});

/** What a plan has found in a table, and what of it was none that it looked for. */
function readsOf(table: string, plan: unknown): { rows: number; removed: number }[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const inner = Object.values(plan).flatMap((each) => readsOf(table, each));
  const told = plan as Record<string, unknown>;
  if (told['Relation Name'] !== table) return inner;
  return [
    { rows: Number(told['Actual Rows']), removed: Number(told['Rows Removed by Filter'] ?? 0) },
    ...inner,
  ];
}

const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);

const strip = (dimensions: Json): Json =>
  Object.fromEntries(Object.entries(dimensions).filter(([, value]) => value !== undefined));
