import { eventFlags } from '#modules/entitlements/meters';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  report,
  subscribe,
  usedOf,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { callOf, meteredCatalog, meterOf, sendEvents } from '../support/metered-features';
import { grant, revoke } from '../support/promotions';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: entitlements-usage

describe('POST /events', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await meteredCatalog(api);
  });
  afterEach(() => app.clock.reset());
  afterAll(() => app.close());

  needsPermission({
    app: () => app,
    resource: 'events',
    reads: [],
    writes: [
      {
        rest: [
          'POST',
          '/events',
          { events: [{ customerId: 'nobody', eventName: 'call', idempotencyKey: 'k' }] },
        ],
        graphql:
          'mutation { ingestEvents(input: { events: [{ customerId: "nobody", eventName: "call", idempotencyKey: "k" }] }) }',
      },
    ],
  });

  const subscriber = () => newSubscriber(api, 'plan');
  const used = (id: string, featureId = 'calls') => usedOf(api, id, featureId);
  const at = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();
  const minute = 60_000;
  const day = 24 * 60 * minute;
  /** What is known of each event beside what its meters lack of it. */
  const flagsOf = async (customerId: string): Promise<number[]> => {
    const stored = 'select flags from raw_event where customer_id = $1 order by at, idempotency_key';
    const rows = await app.dataSource.query<{ flags: number }[]>(stored, [customerId]);
    return rows.map(({ flags }) => flags & ~eventFlags.noField);
  };

  it('A10: answers null once the events are stored, and the next check sees them', async () => {
    const id = await subscriber();
    expect(await used(id)).toBe(0);
    const answer = await api.rest('POST', '/events', { events: [callOf(id), callOf(id)] });
    expect(answer).toMatchObject({ status: 201, body: { data: null } });
    expect(await used(id)).toBe(2);
    expect(await check(api, id, 'featureId=calls&requestedUsage=98')).toMatchObject({ isGranted: true });
    expect(await check(api, id, 'featureId=calls&requestedUsage=99')).toMatchObject({ isGranted: false });
  });

  it('A10: the same over GraphQL', async () => {
    const id = await subscriber();
    const told = `mutation { ingestEvents(input: { events: [
      { customerId: "${id}", eventName: "call", idempotencyKey: "a", dimensions: { tokens: 2.5 } }
      { customerId: "${id}", eventName: "call", idempotencyKey: "a", dimensions: { tokens: 2.5 } } ] }) }`;
    expect(await api.graphql(told)).toMatchObject({ status: 200, data: { ingestEvents: null } });
    expect([await used(id), await used(id, 'tokens')]).toEqual([1, 2.5]);
  });

  it.each<[string, Json, RegExp]>([
    ['no customerId', { customerId: undefined }, /events\[1\]\.customerId/],
    ['an empty eventName', { eventName: '' }, /events\[1\]\.eventName/],
    ['no idempotencyKey', { idempotencyKey: undefined }, /events\[1\]\.idempotencyKey/],
    ['a dimension that is a list', { dimensions: { a: [] } }, /events\[1\]\.dimensions/],
    ['a timestamp that is none', { timestamp: 'today' }, /events\[1\]\.timestamp/],
    ['a field that is unknown', { value: 1 }, /value/],
  ])('A9: %s refuses the batch', async (_, wrong, message) => {
    const id = await subscriber();
    const { status, body } = await api.rest('POST', '/events', { events: [callOf(id), callOf(id, wrong)] });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'BadUserInput' } });
    expect((body as { message: string }).message).toMatch(message);
    expect(await flagsOf(id)).toEqual([]);
  });

  it.each([0, 1001])('A9: not %d events', async (count) => {
    const events = Array.from({ length: count }, () => callOf('nobody'));
    const { status, body } = await api.rest('POST', '/events', { events });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'BadUserInput' } });
  });

  it('A9: a thousand at once', async () => {
    const id = await subscriber();
    await sendEvents(api, ...Array.from({ length: 1000 }, () => callOf(id)));
    expect(await used(id)).toBe(1000);
  });

  it('A10: an unknown customer refuses nothing, and its events are kept', async () => {
    const id = await subscriber();
    await sendEvents(api, callOf('not-yet-there'), callOf(id));
    expect(await used(id)).toBe(1);
    expect(await flagsOf('not-yet-there')).toEqual([eventFlags.unknownCustomer + eventFlags.untimed]);
  });

  it('A11: an event that is told again counts once, with an instant or without', async () => {
    const id = await subscriber();
    const [timed, untimed] = [callOf(id, { timestamp: at(0) }), callOf(id)];
    await sendEvents(api, timed, untimed, timed);
    app.clock.advance({ days: 29 });
    await sendEvents(api, timed, untimed);
    const rows = await app.dataSource.query<unknown[]>('select 1 from raw_event where customer_id = $1', [
      id,
    ]);
    expect(rows).toHaveLength(2);
  });

  it.each<[string, Json]>([
    ['resource', { resourceId: 'site' }],
    ['name', { eventName: 'other' }],
    ['key', { idempotencyKey: 'other' }],
    ['instant', { timestamp: '2026-03-04T15:29:59.999Z' }],
  ])('A11: another %s is another event', async (_, other) => {
    const id = await subscriber();
    const event = callOf(id, { timestamp: '2026-03-04T15:30:00.000Z' });
    await sendEvents(api, event, { ...event, ...other }, { ...event, dimensions: { tokens: 1 } });
    expect(await flagsOf(id)).toHaveLength(2);
  });

  it('A11: the same events told by many at once count once', async () => {
    const id = await subscriber();
    const events = Array.from({ length: 30 }, (_, place) =>
      callOf(id, place % 2 === 0 ? {} : { timestamp: at(place) }),
    );
    await Promise.all(Array.from({ length: 8 }, () => sendEvents(api, ...events)));
    expect(await used(id)).toBe(30);
  });

  it('A12: an event older than 30 days is kept and counted nowhere', async () => {
    const id = await subscriber();
    await sendEvents(
      api,
      callOf(id, { timestamp: at(-30 * day - 1) }),
      callOf(id, { timestamp: '0001-01-01T00:00:00Z' }),
    );
    expect(await used(id)).toBe(0);
    expect(await flagsOf(id)).toEqual([eventFlags.late, eventFlags.late]);
  });

  it('A12: one from more than 5 minutes ahead counts when it arrives, once', async () => {
    const id = await subscriber();
    const ahead = callOf(id, { timestamp: '9999-12-31T23:59:59.999Z' });
    const soon = callOf(id, { timestamp: at(5 * minute) });
    await sendEvents(api, ahead, soon);
    app.clock.advance({ minutes: 1 });
    await sendEvents(api, ahead, soon);
    expect(await used(id)).toBe(2);
    expect(await flagsOf(id)).toEqual([eventFlags.ahead, 0]);
  });

  it('A11, A12: one from ahead counts once, told again when its time has come or by a clock that is behind', async () => {
    const id = await subscriber();
    app.clock.advance({ minutes: 10 });
    const [ahead, inTime] = [
      callOf(id, { timestamp: at(6 * minute) }),
      callOf(id, { timestamp: at(4 * minute) }),
    ];
    await sendEvents(api, ahead, inTime);
    app.clock.advance({ minutes: 2 });
    await sendEvents(api, ahead);
    app.clock.advance({ minutes: -4 });
    await sendEvents(api, inTime);
    expect(await used(id)).toBe(2);
    const { data } = await expectPage(api.rest('GET', `/events?customerId=${id}`));
    expect(data).toHaveLength(2);
  });

  it('A12, W8: the window is that of the instant, and its boundary belongs to the next one', async () => {
    const id = await subscriber();
    app.clock.advance({ days: 31 });
    const boundary = Date.parse('2026-04-04T15:30:00.000Z') - app.clock.now().getTime();
    await sendEvents(
      api,
      callOf(id, { timestamp: at(boundary - 1) }),
      callOf(id, { timestamp: at(boundary) }),
      callOf(id, { timestamp: at(boundary + 1), eventName: 'other' }),
    );
    expect(await used(id)).toBe(1);
  });

  it.each([
    ['calls', 4],
    ['tokens', 10.75],
    ['peak', 7],
    ['least', 0.25],
    ['mean', 3.583333333],
    ['users', 2],
  ])('A16, A17: %s of a window is %d', async (featureId, expected) => {
    const id = await subscriber();
    await sendEvents(
      api,
      callOf(id, { dimensions: { tokens: 3.5, user: 'ann' } }),
      callOf(id, { dimensions: { tokens: '0.25', user: 'ben' } }),
    );
    await sendEvents(
      api,
      callOf(id, { dimensions: { tokens: 7, user: 'ann' } }),
      callOf(id, { dimensions: { tokens: 'many' } }),
    );
    expect(await used(id, featureId)).toBe(expected);
  });

  it('A16: what is no number, or a larger one than usage can be, is kept and not added', async () => {
    const id = await subscriber();
    await sendEvents(api, callOf(id, { dimensions: { tokens: 'many' } }));
    await sendEvents(api, callOf(id, { dimensions: { tokens: 1e300 } }));
    await sendEvents(api, callOf(id, { dimensions: { tokens: -3 } }));
    expect([await used(id, 'tokens'), await used(id, 'least'), await used(id)]).toEqual([-3, -3, 3]);
  });

  it('A20: counts where the source lives: on the resource that has one, else for the customer', async () => {
    const id = await subscriber();
    await subscribe(api, id, 'site', { resourceId: 'berlin' });
    await sendEvents(
      api,
      callOf(id),
      callOf(id, { resourceId: 'berlin' }),
      callOf(id, { resourceId: 'berlin' }),
      callOf(id, { resourceId: 'paris' }),
    );
    expect(await used(id)).toBe(2);
    expect((await check(api, id, 'featureId=calls&resourceId=berlin'))['currentUsage']).toBe(2);
    expect((await check(api, id, 'featureId=calls&resourceId=paris'))['currentUsage']).toBe(2);
  });

  it('customers-subscriptions U10: a resource exists from the first event that names it', async () => {
    const id = await subscriber();
    await sendEvents(
      api,
      callOf(id, { resourceId: 'rome' }),
      callOf(id, { resourceId: 'rome', eventName: 'none' }),
    );
    const resources = await expectOk<Json[]>(api.rest('GET', `/customers/${id}/resources`));
    expect(resources).toMatchObject([{ id: 'rome' }]);
  });

  it('A20: an event of who is not entitled, or archived, is kept and counted nowhere', async () => {
    await createCustomer(api, 'without');
    const id = await subscriber();
    await expectOk(api.rest('POST', `/customers/${id}/archive`));
    await sendEvents(api, callOf('without'), callOf(id));
    await subscribe(api, 'without', 'plan');
    expect(await used('without')).toBe(0);
    expect([await flagsOf('without'), await flagsOf(id)]).toEqual([
      [eventFlags.unentitled + eventFlags.untimed],
      [eventFlags.archivedCustomer + eventFlags.untimed],
    ]);
  });

  it('G4: another source whose windows are cut differently counts all that happened in them', async () => {
    const id = await subscriber();
    await sendEvents(api, callOf(id, { dimensions: { tokens: 1, user: 'ann' } }));
    app.clock.advance({ hours: 2 });
    const more = {
      usageLimit: 5000,
      resetPeriod: 'MONTH',
      monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
    };
    for (const featureId of ['tokens', 'users']) await grant(api, id, featureId, more);
    expect([await used(id, 'tokens'), await used(id, 'users')]).toEqual([0, 0]);
    const late = { timestamp: at(-60 * minute), dimensions: { tokens: 10, user: 'ben' } };
    await sendEvents(api, callOf(id, late), callOf(id, { dimensions: { tokens: 100, user: 'ann' } }));
    expect([await used(id, 'tokens'), await used(id, 'users')]).toEqual([100, 1]);
    await expectOk(revoke(api, id, 'tokens'));
    await expectOk(revoke(api, id, 'users'));
    expect([await used(id, 'tokens'), await used(id, 'users')]).toEqual([111, 2]);
    await sendEvents(api, callOf(id, { dimensions: { tokens: 1000, user: 'cat' } }));
    expect([await used(id, 'tokens'), await used(id, 'users')]).toEqual([1111, 3]);
  });

  it('A8: of a FLUCTUATING feature is what all events together make', async () => {
    await createFeature(api, 'seats', 'gauge', { meter: meterOf('SUM', 'seats', 'seat') });
    await publishPlan(api, {
      id: 'seated',
      productId: 'product',
      entitlements: [feature('seats', { usageLimit: 5 })],
    });
    const id = await newSubscriber(api, 'seated');
    const seat = (seats: number, more: Json = {}) =>
      callOf(id, { eventName: 'seat', dimensions: { seats }, ...more });
    await sendEvents(api, seat(4), seat(-1, { timestamp: at(-20 * day) }));
    app.clock.advance({ days: 100 });
    await sendEvents(api, seat(3));
    expect(await check(api, id, 'featureId=seats')).toMatchObject({ currentUsage: 6, isGranted: false });
  });

  it('A14, catalog F8: a meter counts from when it is; another one counts anew', async () => {
    await createFeature(api, 'late', 'metered');
    await createProduct(api, 'other');
    const id = 'of-no-plan';
    await createCustomer(api, id);
    await grant(api, id, 'late', { usageLimit: 9 });
    await sendEvents(api, callOf(id));
    await expectOk(report(api, id, 'late', 5));
    await expectOk(api.rest('PATCH', '/features/late', { meter: meterOf('COUNT') }));
    expect(await used(id, 'late')).toBe(0);
    await sendEvents(api, callOf(id, { dimensions: { tokens: 8 } }), callOf(id));
    expect(await used(id, 'late')).toBe(2);
    await expectOk(api.rest('PATCH', '/features/late', { meter: meterOf('SUM', 'tokens') }));
    expect(await used(id, 'late')).toBe(0);
    await sendEvents(api, callOf(id, { dimensions: { tokens: 3 } }));
    expect(await used(id, 'late')).toBe(3);
  });

  it('A10: a connection that breaks in the middle of a commit counts once, and the next check sees it', async () => {
    const id = await subscriber();
    await sendEvents(api, callOf(id));
    expect(await used(id)).toBe(1);
    const unitOfWork = app.nest.get(UnitOfWork);
    const run = jest.spyOn(unitOfWork, 'run').mockImplementationOnce(async (work) => {
      run.mockRestore();
      await unitOfWork.run(work);
      throw new Error('Connection terminated unexpectedly');
    });
    await sendEvents(api, callOf(id), callOf(id));
    expect(await used(id)).toBe(3);
  });

  it('access-and-events B9: with an Idempotency-Key the answer is kept with the work', async () => {
    const id = await subscriber();
    const events = { events: [callOf(id)] };
    const headers = { 'idempotency-key': `batch-${id}` };
    const first = await api.rest('POST', '/events', events, headers);
    const again = await api.rest('POST', '/events', events, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual({ data: null });
    expect(await used(id)).toBe(1);
  });

  it.each([
    ['no event', [], /events/],
    ['more than 1,000', Array.from({ length: 1001 }, () => ({})), /events/],
    ['no customer', [{ eventName: 'call', idempotencyKey: 'a' }], /events\[0\]\.customerId/],
    ['no key', [{ customerId: 'a', eventName: 'call' }], /events\[0\]\.idempotencyKey/],
    [
      'a list as dimension',
      [{ customerId: 'a', eventName: 'call', idempotencyKey: 'a', dimensions: { of: [] } }],
      /events\[0\]\.dimensions/,
    ],
    [
      'an instant past the year 9999',
      [{ customerId: 'a', eventName: 'call', idempotencyKey: 'a', timestamp: '+010000-01-01T00:00:00.000Z' }],
      /events\[0\]\.timestamp/,
    ],
  ])('A9, A10: %s is refused, through both doors', async (_, events, message) => {
    expect(await api.rest('POST', '/events', { events })).toRefuse('BadUserInput', message);
    const mutation = 'mutation ($input: IngestEventsInput!) { ingestEvents(input: $input) }';
    expect(await api.graphql(mutation, { input: { events } })).toRefuse('BadUserInput');
  });

  it('A9: a body past BODY_LIMIT_BYTES is 413', async () => {
    const dimensions = { text: 'x'.repeat(1_048_576) };
    const answer = await api.rest('POST', '/events', { events: [callOf('a', { dimensions })] });
    expect(answer.status).toBe(413);
  });
});
