import { Client } from 'pg';
import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  subscribe,
  usedOf,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { somebodyWaits } from '../support/held-row';
import { grant, revoke } from '../support/promotions';
import { endOf } from '../support/publishing';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: entitlements-usage

const functions = ['COUNT', 'SUM', 'MAX', 'MIN', 'AVG', 'UNIQUE'] as const;
const meterOf = (name: string) => ({
  aggregation: { function: name, ...(name !== 'COUNT' && { field: name === 'UNIQUE' ? 'user' : 'size' }) },
  filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'upload' }] }],
});

describe('POST /features/{id}/meter/rebuild', () => {
  let app: TestApp;
  let api: ApiClient;
  let keys = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    for (const name of functions) await createFeature(api, name, 'metered', { meter: meterOf(name) });
    await createFeature(api, 'reported', 'metered');
    for (const [id, productId, usageLimit] of [
      ['plan', 'product', 1_000],
      ['per-site', 'sites', 1_000_000],
    ] as const) {
      const entitlements = functions.map((each) => feature(each, { usageLimit, resetPeriod: 'MONTH' }));
      await publishPlan(api, { id, productId, entitlements });
    }
  });
  afterAll(() => app.close());

  needsPermission({
    app: () => app,
    resource: 'features',
    reads: [],
    writes: [
      {
        rest: ['POST', '/features/nothing/meter/rebuild'],
        graphql: 'mutation { rebuildMeter(id: "nothing") { taskId } }',
      },
    ],
  });

  const at = (days: number): string => {
    const instant = app.clock.now();
    instant.setUTCDate(instant.getUTCDate() + days);
    return instant.toISOString();
  };
  const uploaded = (customerId: string, days: number, dimensions: Json, more: Json = {}): Json => ({
    ...{ customerId, eventName: 'upload', idempotencyKey: `key-${++keys}`, timestamp: at(days), dimensions },
    ...more,
  });
  const send = (...events: Json[]) => expectOk(api.rest('POST', '/events', { events }));
  const rebuild = async (id: string): Promise<Json> => {
    const { taskId } = await expectOk<{ taskId: string }>(api.rest('POST', `/features/${id}/meter/rebuild`));
    return endOf(api, taskId);
  };
  const isComplete = { state: 'COMPLETED', kind: 'REBUILD_METER', progress: { failed: 0 } };
  /** All that the database has of meters. */
  const stored = async (): Promise<unknown> => {
    const read = (text: string) => app.dataSource.query<unknown[]>(text);
    return [
      await read(`select customer_uid, resource_key, meter_uid, window_start, window_end, n, total, low, high, last_event_at
                    from meter_counter order by 1, 2, 3`),
      await read('select * from meter_bucket order by customer_uid, resource_key, meter_uid, starts, ends'),
      await read(
        'select * from meter_value order by customer_uid, resource_key, meter_uid, window_start, value',
      ),
      await read('select key, fed, fed_resource from raw_event order by key'),
    ];
  };

  it('A14: what counts already counts the same afterwards, whatever the function', async () => {
    const id = await newSubscriber(api, 'plan');
    await subscribe(api, id, 'per-site', { resourceId: 'site' });
    await send(
      uploaded(id, 0, { size: 3.5, user: 'ann' }),
      uploaded(id, 0, { size: '-0.25', user: 'ben' }, { resourceId: 'site' }),
      uploaded(id, -1, { size: 7, user: 'ann' }),
      uploaded(id, -20, { size: 2, user: 'cid' }),
      uploaded(id, 0, { size: 'many' }),
      { ...uploaded(id, 0, { size: 1 }), eventName: 'other' },
    );
    const before = await stored();
    for (const name of functions) expect(await rebuild(name)).toMatchObject(isComplete);
    const sorted = (rows: unknown) =>
      JSON.parse(JSON.stringify(rows), (_key, value: unknown) =>
        Array.isArray(value) && value.every((each) => typeof each === 'string') ? [...value].sort() : value,
      ) as unknown;
    expect(sorted(await stored())).toEqual(sorted(before));
  });

  it('A14: events from before the meter count once a rebuild is asked for', async () => {
    await createFeature(api, 'later', 'metered');
    await publishPlan(api, {
      id: 'later-plan',
      productId: 'sites',
      entitlements: [feature('later', { usageLimit: 10, resetPeriod: 'MONTH' })],
    });
    const id = await newSubscriber(api, 'plan');
    await createCustomer(api, 'nobodys');
    await send(
      ...[1, 2, 3].map((size) => uploaded(id, 0, { size }, { eventName: 'load', resourceId: 'site' })),
      uploaded('nobodys', 0, { size: 50 }, { eventName: 'load' }),
    );
    const meter = {
      ...meterOf('SUM'),
      filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'load' }] }],
    };
    await expectOk(api.rest('PATCH', '/features/later', { meter }));
    await subscribe(api, id, 'later-plan', { resourceId: 'site' });
    const used = async () => {
      const query = 'entitlements/check?featureId=later&resourceId=site';
      return (await expectOk<Json>(api.rest('GET', `/customers/${id}/${query}`)))['currentUsage'];
    };
    expect(await used()).toBe(0);
    const answer = await api.graphql('mutation { rebuildMeter(id: "later") { taskId } }');
    expect(answer.errors).toEqual([]);
    const { taskId } = (answer.data as { rebuildMeter: { taskId: string } }).rebuildMeter;
    expect(await endOf(api, taskId)).toMatchObject({
      ...isComplete,
      entityType: 'FEATURE',
      entityId: 'later',
    });
    expect(await used()).toBe(6);
    await send(uploaded(id, 0, { size: 4 }, { eventName: 'load', resourceId: 'site' }));
    expect(await used()).toBe(10);
    await rebuild('later');
    expect(await used()).toBe(10);
  });

  it('A14: a counter goes where the source in force lives; who has lost the feature keeps what was counted', async () => {
    const id = await newSubscriber(api, 'plan');
    await send(uploaded(id, 0, { user: 'ann' }, { resourceId: 'yard' }), uploaded(id, 0, { user: 'ann' }));
    expect(await usedOf(api, id, 'COUNT')).toBe(2);
    await subscribe(api, id, 'per-site', { resourceId: 'yard' });
    await rebuild('COUNT');
    await rebuild('UNIQUE');
    const onYard = async (name: string) =>
      (
        await expectOk<Json>(
          api.rest('GET', `/customers/${id}/entitlements/check?featureId=${name}&resourceId=yard`),
        )
      )['currentUsage'];
    expect([await usedOf(api, id, 'COUNT'), await onYard('COUNT')]).toEqual([1, 1]);
    expect([await usedOf(api, id, 'UNIQUE'), await onYard('UNIQUE')]).toEqual([1, 1]);
    await expectOk(api.rest('POST', `/customers/${id}/archive`));
    const before = await stored();
    await rebuild('COUNT');
    expect(await stored()).toEqual(before);
  });

  it('A14: what came too late stays uncounted', async () => {
    const id = await newSubscriber(api, 'plan');
    await send(uploaded(id, -31, {}));
    await rebuild('COUNT');
    expect(await usedOf(api, id, 'COUNT')).toBe(0);
  });

  it('A14: rules that took turns on one day count each event once', async () => {
    const id = await newSubscriber(api, 'plan');
    await send(uploaded(id, 0, {}));
    await grant(api, id, 'COUNT', { usageLimit: 9_000, resetPeriod: 'DAY' });
    app.clock.advance({ minutes: 1 });
    await send(uploaded(id, 0, {}));
    await expectOk(revoke(api, id, 'COUNT'));
    app.clock.advance({ minutes: 1 });
    await send(uploaded(id, 0, {}));
    expect(await usedOf(api, id, 'COUNT')).toBe(3);
    await rebuild('COUNT');
    expect(await usedOf(api, id, 'COUNT')).toBe(3);
  });

  it.each([
    ['just now', '0 s', 3],
    ['long ago, and was under way until now', '1 hour', 3],
    ['from another customer, whose first it is', null, 2],
  ])(
    'A14: an event counts once that is kept between the reading of events and the lock of their counters, and came %s',
    async (_when, age, used) => {
      const [id, other] = [await newSubscriber(api, 'plan'), await newSubscriber(api, 'plan')];
      await send(uploaded(id, 0, {}), uploaded(id, 0, {}));
      const holder = new Client({ connectionString: app.databaseUrl });
      await holder.connect();
      await holder.query('begin');
      await holder.query(
        'select from meter_counter c join customer u on u.uid = c.customer_uid where u.id = $1 for update of c',
        [id],
      );
      const rebuilt = rebuild('COUNT');
      await somebodyWaits(app.databaseUrl);
      if (age === null) await send(uploaded(other, 0, {}));
      else
        await holder.query(
          `insert into raw_event (environment_id, at, key, received_at, customer_id, name, idempotency_key, flags)
           select environment_id, at, gen_random_uuid(), received_at - $2::interval, customer_id, name, 'new', flags
             from raw_event where customer_id = $1 limit 1`,
          [id, age],
        );
      await holder.query('commit');
      await holder.end();
      expect(await rebuilt).toMatchObject(isComplete);
      expect(await usedOf(api, id, 'COUNT')).toBe(used);
      expect(await usedOf(api, other, 'COUNT')).toBe(age === null ? 1 : 0);
      const before = await stored();
      await rebuild('COUNT');
      expect(await stored()).toEqual(before);
    },
  );

  it('A14: a feature without a meter, and one that is none', async () => {
    for (const [id, code, message] of [
      ['reported', 'InvalidArgumentError', /reported has no meter/],
      ['nothing', 'FeatureNotFound', /nothing/],
    ] as const) {
      expect(await api.rest('POST', `/features/${id}/meter/rebuild`)).toRefuse(code, message);
      const overGraphql = await api.graphql('mutation($id: String!) { rebuildMeter(id: $id) { taskId } }', {
        id,
      });
      expect(overGraphql).toRefuse(code, message);
    }
  });
});
