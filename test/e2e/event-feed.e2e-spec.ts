import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { meterOf } from '../support/metered-features';
import { grant, revoke } from '../support/promotions';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: entitlements-usage

interface Told {
  id: string;
  event: { idempotencyKey: string; eventName: string; timestamp: string | null };
  countedAt: string | null;
  matched: { featureId: string; scope: string }[];
  reason: string | null;
  warnings: string[];
}

describe('GET /events', () => {
  let app: TestApp;
  let api: ApiClient;
  let keys = 0;

  const monthly = { usageLimit: 100, resetPeriod: 'MONTH' };

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await createFeature(api, 'calls', 'metered', { meter: meterOf('COUNT') });
    await createFeature(api, 'tokens', 'metered', { meter: meterOf('SUM', 'tokens') });
    await createFeature(api, 'pages', 'metered', { meter: meterOf('COUNT', undefined, 'page') });
    await createFeature(api, 'words', 'metered', { meter: meterOf('SUM', 'words', 'page') });
    await publishPlan(api, {
      id: 'plan',
      productId: 'product',
      entitlements: ['calls', 'tokens'].map((id) => feature(id, monthly)),
    });
    await publishPlan(api, { id: 'site', productId: 'sites', entitlements: [feature('pages', monthly)] });
  });
  afterAll(() => app.close());

  const at = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000).toISOString();
  const event = (customerId: string, more: Json = {}): Json => ({
    customerId,
    eventName: 'call',
    idempotencyKey: `key-${++keys}`,
    timestamp: at(0),
    ...more,
  });
  const send = (...events: Json[]) => expectOk(api.rest('POST', '/events', { events }));
  const read = (query: string, from = api) => expectPage<Told>(from.rest('GET', `/events?${query}`));
  const told = async (query: string): Promise<Told[]> => (await read(query)).data;
  const keysOf = (events: readonly Told[]) => events.map(({ event: { idempotencyKey } }) => idempotencyKey);
  const newCustomer = async (id: string): Promise<string> => {
    await createCustomer(api, id);
    return id;
  };
  /** Of an event that is the only one of its customer. */
  const verdictOf = async (customerId: string) => {
    const [only, ...others] = await told(`customerId=${customerId}`);
    expect(others).toEqual([]);
    return only as Told;
  };

  behavesAsList({
    app: () => app,
    path: '/events',
    field: 'events',
    create: async (to, index) => {
      const isOdd = index % 2 === 1;
      await expectOk(
        to.rest('POST', '/events', {
          events: [event('anyone', { eventName: isOdd ? 'odd' : 'even', timestamp: at(index) })],
        }),
      );
      const { data } = await read('limit=1', to);
      return String(data[0]?.id);
    },
    filter: { query: 'eventName=odd', graphql: 'eventName: "odd"' },
  });
  needsPermission({
    app: () => app,
    resource: 'eventQueue',
    reads: [{ rest: ['GET', '/events'], graphql: '{ events { totalCount } }' }],
    writes: [],
  });

  it('A21: tells an event as it came, when it counts, and the features that it fed', async () => {
    const id = await newSubscriber(api, 'plan');
    const sent = event(id, { dimensions: { tokens: 3, site: 'a' }, timestamp: at(-60), resourceId: null });
    await send(sent);
    expect(await verdictOf(id)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{44}$/),
      event: sent,
      receivedAt: at(0),
      countedAt: at(-60),
      matched: [
        { featureId: 'calls', scope: 'CUSTOMER' },
        { featureId: 'tokens', scope: 'CUSTOMER' },
      ],
      reason: null,
      warnings: [],
    });
  });

  it('A21, A20: tells the scope where it was counted', async () => {
    const id = await newCustomer('builder');
    await expectOk(
      api.rest('POST', '/subscriptions', { customerId: id, planId: 'site', resourceId: 'site-1' }),
    );
    await send(event(id, { eventName: 'page', resourceId: 'site-1', dimensions: { words: 5 } }));
    expect(await verdictOf(id)).toMatchObject({
      event: { resourceId: 'site-1' },
      matched: [{ featureId: 'pages', scope: 'RESOURCE' }],
      reason: null,
      warnings: ['NOT_ENTITLED'],
    });
  });

  it('A10, A20, A21: says why an event feeds nothing', async () => {
    const [unentitled, subscriber, archived] = [
      await newCustomer('unentitled'),
      await newSubscriber(api, 'plan'),
      await newCustomer('archived'),
    ];
    await expectOk(api.rest('POST', `/customers/${archived}/archive`));
    await send(
      event('nobody'),
      event(archived),
      event(unentitled),
      event('elsewhere', { eventName: 'other' }),
      event(subscriber, { timestamp: at(-31 * 86_400) }),
    );
    const reasons: Json = {};
    for (const id of ['nobody', archived, unentitled, 'elsewhere', subscriber]) {
      const { reason, matched, countedAt } = await verdictOf(id);
      expect([matched, countedAt]).toEqual([[], null]);
      reasons[id] = reason;
    }
    expect(reasons).toEqual({
      nobody: 'CUSTOMER_NOT_FOUND',
      [archived]: 'CUSTOMER_ARCHIVED',
      [unentitled]: 'NOT_ENTITLED',
      elsewhere: 'NO_METER_MATCHED',
      [subscriber]: 'LATE',
    });
  });

  it.each([
    ['of the future', { timestamp: at2(3600) }, ['AHEAD_OF_TIME']],
    ['without an instant', { timestamp: undefined }, ['WITHOUT_TIMESTAMP']],
    ['without the field', { dimensions: {} }, ['FIELD_MISSING']],
    ['whose field is no number', { dimensions: { tokens: 'many' } }, ['FIELD_NOT_A_NUMBER']],
    ['whose number is too large', { dimensions: { tokens: 1e300 } }, ['NUMBER_OUT_OF_RANGE']],
  ])('A12, A16, A21: warns of an event %s, which feeds what it can', async (_, more, warnings) => {
    const id = await newSubscriber(api, 'plan');
    await send(event(id, { dimensions: { tokens: 1 }, ...more }));
    const told = await verdictOf(id);
    expect(told).toMatchObject({ reason: null, countedAt: at(0) });
    expect(told.warnings).toEqual(warnings);
    expect(told.event.timestamp).toBe('timestamp' in more ? (more.timestamp ?? null) : at(0));
  });

  it('A12, A21: what comes late keeps the instant that it told', async () => {
    await send(event('latecomer', { timestamp: at(-40 * 86_400), dimensions: { tokens: 1 } }));
    expect(await verdictOf('latecomer')).toMatchObject({
      event: { timestamp: at(-40 * 86_400) },
      receivedAt: at(0),
      reason: 'LATE',
      warnings: ['LATE'],
    });
  });

  it('A14: what came before the meter is counted nowhere by it', async () => {
    const id = await newSubscriber(api, 'plan');
    await send(event(id, { eventName: 'scan' }));
    await createFeature(api, 'scans', 'metered', { meter: meterOf('COUNT', undefined, 'scan') });
    await send(event(id, { eventName: 'scan', timestamp: at(1) }));
    const verdicts = await told(`customerId=${id}`);
    expect(verdicts.map(({ reason }) => reason)).toEqual(['NOT_ENTITLED', 'NO_METER_MATCHED']);
  });

  it('A12: what comes late is not counted beside what comes in time', async () => {
    const id = await newSubscriber(api, 'plan');
    await send(event(id, { timestamp: at(-40 * 86_400) }), event(id));
    const verdicts = await told(`customerId=${id}`);
    expect(verdicts.map(({ reason }) => String(reason)).sort()).toEqual(['LATE', 'null']);
  });

  it('A21: where several things are wrong, tells the first of the reasons', async () => {
    const id = await newCustomer('twice-wrong');
    await send(event(id, { eventName: 'page' }));
    expect(await verdictOf(id)).toMatchObject({ reason: 'NOT_ENTITLED', warnings: ['FIELD_MISSING'] });
    const other = await newSubscriber(api, 'plan');
    await createFeature(api, 'sizes', 'metered', { meter: meterOf('SUM', 'size', 'upload') });
    await send(event(other, { eventName: 'upload' }));
    expect(await verdictOf(other)).toMatchObject({ reason: 'NO_VALUE', warnings: ['FIELD_MISSING'] });
  });

  it('A11, A21: an event that is told again stands in the feed once', async () => {
    const [timed, untimed] = [event('again'), event('again', { timestamp: undefined })];
    await send(timed, untimed);
    await send(untimed, timed);
    expect(await told('customerId=again')).toHaveLength(2);
  });

  it('A21: filters by customer, resource, name, key, instants, feature and whether it fed any', async () => {
    const id = await newSubscriber(api, 'plan');
    const own = `customerId=${id}`;
    await send(
      event(id, { idempotencyKey: 'one', timestamp: at(-30), dimensions: { tokens: 1 } }),
      event(id, { idempotencyKey: 'two', timestamp: at(-20), resourceId: 'r' }),
      event(id, { idempotencyKey: 'three', timestamp: at(-10), eventName: 'nothing' }),
    );
    await send(event('another-one', { idempotencyKey: 'one' }));
    const found = async (query: string) => keysOf(await told(`${own}&${query}`));
    expect(await found('')).toEqual(['three', 'two', 'one']);
    expect(await found('resourceId=r')).toEqual(['two']);
    expect(await found('eventName=nothing')).toEqual(['three']);
    expect(await found('idempotencyKey=one')).toEqual(['one']);
    expect(await found('matched=true')).toEqual(['two', 'one']);
    expect(await found('matched=false')).toEqual(['three']);
    expect(await found('featureId=tokens')).toEqual(['one']);
    expect(await found('featureId=no-such-feature')).toEqual([]);
    expect(await found(`timestamp[gte]=${at(-20)}`)).toEqual(['three', 'two']);
    expect(await found(`timestamp[gt]=${at(-20)}`)).toEqual(['three']);
    expect(await found(`timestamp[lt]=${at(-20)}`)).toEqual(['one']);
    expect(await found(`timestamp[lte]=${at(-20)}&limit=1`)).toEqual(['two']);
    expect(
      await found('timestamp[gte]=0001-01-01T00:00:00Z&timestamp[lt]=9999-01-01T00:00:00Z'),
    ).toHaveLength(3);
    const graphql = `{ events(customerId: "${id}", timestamp: { lt: "${at(-15)}" }, matched: true, last: 1) {
      totalCount edges { node { event { idempotencyKey } matched { featureId scope } } } } }`;
    expect(await expectOk(api.graphql(graphql))).toEqual({
      totalCount: 2,
      edges: [
        {
          node: {
            event: { idempotencyKey: 'one' },
            matched: [
              { featureId: 'calls', scope: 'CUSTOMER' },
              { featureId: 'tokens', scope: 'CUSTOMER' },
            ],
          },
        },
      ],
    });
  });

  it.each(['resourceId', 'idempotencyKey'])('A21: %s goes with customerId', async (name) => {
    expect(await api.rest('GET', `/events?${name}=x`)).toRefuse('BadUserInput', new RegExp(name));
    expect(await api.graphql(`{ events(${name}: "x") { totalCount } }`)).toRefuse(
      'BadUserInput',
      new RegExp(name),
    );
  });

  it('A21: a feature that has another meter now is told with what the former one counted', async () => {
    const id = await newCustomer('renaming');
    await createProduct(api, 'changing');
    await createFeature(api, 'renamed', 'metered', { meter: meterOf('COUNT', undefined, 'before') });
    await publishPlan(api, {
      id: 'renaming',
      productId: 'changing',
      entitlements: [feature('renamed', monthly)],
    });
    const { id: subscriptionId } = await expectOk<Json>(
      api.rest('POST', '/subscriptions', { customerId: id, planId: 'renaming' }),
    );
    await send(event(id, { eventName: 'before' }));
    await expectOk(api.rest('POST', `/subscriptions/${subscriptionId}/cancel`, {}));
    await expectOk(api.rest('PATCH', '/features/renamed', { meter: meterOf('COUNT', undefined, 'after') }));
    await send(event(id, { eventName: 'before', timestamp: at(1) }), event(id, { eventName: 'after' }));
    const fed = await told(`customerId=${id}&featureId=renamed`);
    expect(fed.map((each) => [each.event.eventName, each.matched])).toEqual([
      ['before', [{ featureId: 'renamed', scope: 'CUSTOMER' }]],
    ]);
  });

  it('A21: a feature that was deleted since is named, and found, also where another one bears its id', async () => {
    const id = await newCustomer('outliving');
    const define = (eventName: string) =>
      createFeature(api, 'gone', 'metered', { meter: meterOf('COUNT', undefined, eventName) });
    const entitle = () => grant(api, id, 'gone', monthly);
    const gone = async () => {
      const rest = await told(`customerId=${id}&featureId=gone`);
      const graphql = `{ events(customerId: "${id}", featureId: "gone", first: 9) {
        edges { node { event { idempotencyKey } matched { featureId scope } } } } }`;
      const { edges } = await expectOk<{ edges: { node: Told }[] }>(api.graphql(graphql));
      expect(edges.map(({ node }) => [keysOf([node]), node.matched])).toEqual(
        rest.map((each) => [keysOf([each]), each.matched]),
      );
      return rest.map(({ event: { eventName }, matched }) => [eventName, matched]);
    };
    const matched = [{ featureId: 'gone', scope: 'CUSTOMER' }];
    await define('before');
    await entitle();
    await send(event(id, { eventName: 'before' }));
    await expectOk(revoke(api, id, 'gone'));
    await expectOk(api.rest('DELETE', '/features/gone'));
    expect(await gone()).toEqual([['before', matched]]);
    await define('after');
    await entitle();
    await send(event(id, { eventName: 'after', timestamp: at(1) }), event(id, { eventName: 'before' }));
    expect(await gone()).toEqual([
      ['after', matched],
      ['before', matched],
    ]);
  });

  it('A21, catalog C2: no event of another environment is told, whatever is asked for', async () => {
    const id = await newSubscriber(api, 'plan');
    await send(event(id));
    const elsewhere = app.b.api;
    for (const query of ['', `customerId=${id}`, `customerId=${id}&matched=true`, 'featureId=calls'])
      expect((await read(query, elsewhere)).data).toEqual([]);
  });

  describe('with more events than one page looks at', () => {
    const many = 20_100;
    let place: ApiClient;

    beforeAll(async () => {
      const environment = await app.newEnvironment();
      place = environment.api;
      const since = app.clock.now();
      await expectOk(
        place.rest('POST', '/events', {
          events: [
            event('rare', { eventName: 'needle', idempotencyKey: 'oldest', timestamp: at(-29 * 86_400) }),
            event('rare', { eventName: 'needle', idempotencyKey: 'newest' }),
          ],
        }),
      );
      const [{ environment_id: id }] = await app.dataSource.query(
        `select environment_id from raw_event where idempotency_key = 'newest'`,
      );
      await app.dataSource.query(
        `insert into raw_event (environment_id, at, key, received_at, customer_id, name, idempotency_key, flags)
         select $1, $2::timestamptz - make_interval(mins => n), gen_random_uuid(), $2, 'busy', 'hay', n::text, 0
           from generate_series(1, $3) n`,
        [id, since, many],
      );
    });

    it('A21: a page ends where it was given up, and the next one goes on from there', async () => {
      const first = await read('eventName=needle', place);
      expect(keysOf(first.data)).toEqual(['newest']);
      expect(first).toMatchObject({ has_more: true });
      expect(first.next_cursor).not.toBe(first.data[0]?.id);
      const second = await read(`eventName=needle&starting_after=${first.next_cursor}`, place);
      expect(keysOf(second.data)).toEqual(['oldest']);
      expect(second).toMatchObject({ has_more: false, next_cursor: null });
      expect(second.pagination.prev).toBe(second.data[0]?.id);
      const back = await read(`eventName=needle&ending_before=${second.pagination.prev}`, place);
      expect(back.data).toEqual([]);
      const before = await read(`eventName=needle&ending_before=${back.pagination.prev}`, place);
      expect(keysOf(before.data)).toEqual(['newest']);
      expect(before.pagination.prev).toBeNull();
      const graphql =
        '{ events(first: 5, eventName: "needle") { totalCount pageInfo { hasNextPage endCursor } } }';
      expect(await expectOk(place.graphql(graphql))).toEqual({
        totalCount: 1,
        pageInfo: { hasNextPage: true, endCursor: first.next_cursor },
      });
    });

    it('A21: totalCount counts among the newest 20,000', async () => {
      expect(await expectOk(place.graphql('{ events { totalCount } }'))).toEqual({ totalCount: 20_000 });
    });

    it('A21: without a filter, and of one customer, pages are full at any depth', async () => {
      const page = await read('limit=100', place);
      expect(page.data).toHaveLength(100);
      expect((await read('customerId=rare', place)).data).toHaveLength(2);
      const last = await expectOk(
        place.graphql('{ events(last: 1) { edges { node { event { idempotencyKey } } } } }'),
      );
      expect(last).toEqual({ edges: [{ node: { event: { idempotencyKey: 'oldest' } } }] });
    });
  });
});

/** Of the instant at which the clock of a test begins. */
function at2(seconds: number): string {
  return new Date(Date.parse('2026-03-04T15:30:00.000Z') + seconds * 1000).toISOString();
}
