import { Metrics } from '#libs/telemetry/metrics';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient } from '../support/client';
import { execute, rowsOf } from '../support/database';
import { setAccountStatus } from '../support/members';
import { eventually } from '../support/eventually';
import { meteredFeature, sellMetered } from '../support/metered-customers';
import { Listening, type State, type Usage } from '../support/listening';
import { StreamClient } from '../support/stream-client';

// Domain: entitlements-usage

describe('the stream of changes', () => {
  let app: TestApp;
  let api: ApiClient;
  let listening: Listening;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    api = app.a.api;
    listening = new Listening(app);
  });
  afterAll(() => app.close());
  afterEach(() => listening.leave());

  const newCustomer = () => listening.newCustomer();
  const subscribe = (customerId: string) => listening.subscribe(customerId);
  const report = (customerId: string, value: number) => listening.report(customerId, value);
  const list = (customerId: string) => listening.list(customerId);
  const streamOf = (query?: string, key?: string, from?: string) => listening.streamOf(query, key, from);

  it('C3: a stream says what it is, and no proxy may hold it back', async () => {
    await sellMetered(api, []);
    const { status, headers, beats } = await streamOf();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(beats).toBeGreaterThan(0);
  });

  it('C3: who subscribes is told with all that it may do now, in the shape of the list', async () => {
    const stream = await streamOf();
    const id = await newCustomer();
    await subscribe(id);
    await eventually(async () => {
      const { state, headers } = await list(id);
      const last = stream
        .of<State>('entitlements.updated')
        .filter((each) => each.customerId === id)
        .at(-1);
      const { customerId, resourceId, version, ...told } = last ?? ({} as State);
      expect({ customerId, resourceId, told }).toEqual({ customerId: id, resourceId: null, told: state });
      expect(version).toBeGreaterThan(0);
      expect(Number(headers.get('x-entitlements-version'))).toBeGreaterThanOrEqual(version - 1);
    });
  });

  it('C3: a report is told with usage, limit and window', async () => {
    const id = await newCustomer();
    await subscribe(id);
    const stream = await streamOf();
    await report(id, 7);
    await eventually(async () => {
      const check = await expectOk<Record<string, unknown>>(
        api.rest('GET', `/customers/${id}/entitlements/check?featureId=${meteredFeature}`),
      );
      const { currentUsage, usageLimit, usagePeriodStart, usagePeriodEnd } = check;
      expect(stream.of<Usage>('usage.updated')).toEqual([
        {
          customerId: id,
          resourceId: null,
          ref: { type: 'FEATURE', id: meteredFeature },
          ...{ currentUsage, usageLimit, usagePeriodStart, usagePeriodEnd },
          usageVersion: expect.any(Number) as number,
        },
      ]);
      expect(currentUsage).toBe(7);
    });
  });

  it('C3: usage of a resource names the resource', async () => {
    const customerId = await newCustomer();
    const post = (path: string, body: object) => expectOk(api.rest('POST', path, body));
    await post('/products', { id: 'rooms', displayName: 'Rooms', multipleSubscriptions: true });
    await post('/plans', {
      id: 'per-room',
      displayName: 'Per room',
      productId: 'rooms',
      pricingType: 'FREE',
    });
    const entitlements = [{ type: 'FEATURE', id: meteredFeature, usageLimit: 9 }];
    await post('/plans/per-room/entitlements', { entitlements });
    await post('/plans/per-room/publish', { migrationType: 'NEW_CUSTOMERS' });
    await post('/subscriptions', { customerId, planId: 'per-room', resourceId: 'room' });
    const stream = await streamOf();
    const usages = [{ customerId, resourceId: 'room', featureId: meteredFeature, value: 3 }];
    await expectOk(api.rest('POST', '/usage', { usages }));
    await eventually(async () => {
      expect(stream.of<Usage>('usage.updated')).toEqual([
        expect.objectContaining({ customerId, resourceId: 'room', currentUsage: 3 }),
      ]);
    });
  });

  it('C3: what is published is told by the commit that publishes it', async () => {
    const stream = await streamOf();
    const id = 'published';
    await expectOk(
      api.rest('POST', '/plans', { id, displayName: id, productId: 'product', pricingType: 'FREE' }),
    );
    await expectOk(api.rest('POST', `/plans/${id}/publish`, { migrationType: 'ALL_CUSTOMERS' }));
    await eventually(async () => {
      const published = [{ packageId: id, migrationType: 'ALL_CUSTOMERS' }];
      expect(stream.of('package.published')).toEqual(published);
    });
  });

  it('C3: who is made, archived and brought back is told each time', async () => {
    const stream = await streamOf();
    const id = await newCustomer();
    const reasons = () => stream.of<State>('entitlements.updated').map((each) => each.accessDeniedReason);
    await eventually(async () => expect(reasons()).toEqual(['NoActiveSubscription']));
    await expectOk(api.rest('POST', `/customers/${id}/archive`));
    await eventually(async () => expect(reasons()).toEqual(['NoActiveSubscription', 'CustomerIsArchived']));
    await expectOk(api.rest('POST', `/customers/${id}/unarchive`));
    await eventually(async () => expect(reasons().at(-1)).toBe('NoActiveSubscription'));
    expect(reasons()).toHaveLength(3);
  });

  it('C3: a feature that answers otherwise makes all read anew; what no answer tells does not', async () => {
    const stream = await streamOf();
    await expectOk(api.rest('PATCH', `/features/${meteredFeature}`, { description: 'Told to nobody' }));
    const id = await newCustomer();
    await eventually(async () => expect(stream.of<State>('entitlements.updated')).toHaveLength(1));
    expect(stream.of('resync')).toEqual([]);
    await expectOk(api.rest('PATCH', `/features/${meteredFeature}`, { displayName: `As ${id} reads it` }));
    await eventually(async () => expect(stream.of('resync')).toEqual([{}]));
  });

  it('C4: a counter is told once a second, and the last of a burst is not lost', async () => {
    const id = await newCustomer();
    await subscribe(id);
    const [stream, beside] = [await streamOf(), await newCustomer()];
    const used = () => stream.of<Usage>('usage.updated').map(({ currentUsage }) => currentUsage);
    await report(id, 1);
    await eventually(async () => expect(used()).toEqual([1]));
    for (let n = 0; n < 5; n++) await report(id, 1);
    // Others are told meanwhile, but no place goes past what waits.
    await subscribe(beside);
    await eventually(async () => expect(stream.told.at(-1)).toMatchObject({ data: { customerId: beside } }));
    expect(used()).toEqual([1]);
    const away = stream.lastId;
    stream.kill();
    const again = await streamOf('', app.a.serverKey, away);
    await eventually(async () =>
      expect(again.of<Usage>('usage.updated')[0]).toMatchObject({ currentUsage: 6 }),
    );
    const live = await streamOf();
    app.clock.advance({ seconds: 1 });
    await eventually(async () =>
      expect(live.of<Usage>('usage.updated')).toMatchObject([{ currentUsage: 6 }]),
    );
  });

  it('C4: who comes back is told what it has missed, in order, and nothing that it had', async () => {
    const stream = await streamOf();
    const [one, other] = [await newCustomer(), await newCustomer()];
    await eventually(async () => expect(stream.told.at(-1)).toMatchObject({ data: { customerId: other } }));
    stream.told.length = 0;
    await subscribe(one);
    await eventually(async () => expect(stream.told).toHaveLength(1));
    stream.kill();
    await subscribe(other);
    await expectOk(api.rest('POST', `/customers/${one}/archive`));
    await stream.open();
    await eventually(async () => expect(stream.told).toHaveLength(3));
    expect(stream.of<State>('entitlements.updated').map(({ customerId }) => customerId)).toEqual([
      one,
      other,
      one,
    ]);
    const versions = stream.of<State>('entitlements.updated').map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(stream.told.at(-1)).toMatchObject({ data: { accessDeniedReason: 'CustomerIsArchived' } });
  });

  describe('C3: who cannot go on from where it was is told to read anew, and then what comes', () => {
    const expectResync = async (from: string, key = app.a.serverKey): Promise<StreamClient> => {
      const stream = await streamOf('', key, from);
      await eventually(async () => expect(stream.told.map(({ event }) => event)).toEqual(['resync']));
      return stream;
    };
    const place = async (): Promise<string> => (await streamOf()).lastId as string;

    it('after a place that no stream has told', async () => {
      await expectResync('what is this');
      await expectResync((await place()).replace(/\d+$/, '999999'));
      const stream = await expectResync((await place()).replace(/^\w+/, '0123456789ab'));
      const id = await newCustomer();
      await eventually(async () => expect(stream.told.at(-1)).toMatchObject({ data: { customerId: id } }));
    });

    it('after a place of another environment', async () => {
      await expectResync((await streamOf('', app.b.serverKey)).lastId as string);
    });

    it('after more than an hour', async () => {
      const before = await place();
      await newCustomer();
      const after = await streamOf('', app.a.serverKey, before);
      await eventually(async () => expect(after.told).toHaveLength(1));
      expect(after.of('resync')).toEqual([]);
      await execute(
        app.databaseUrl,
        `update stream_change set numbered_at = numbered_at - interval '61 minutes'`,
      );
      await expectResync(before);
    });

    it('when nobody had listened for an hour, and changes have no places', async () => {
      const before = await place();
      listening.leave();
      const other = await app.startBeside({ listen: true });
      const wanted = `update stream_head set wanted_at = wanted_at - interval '61 minutes' where environment_id = '${app.a.environmentId}'`;
      await execute(app.databaseUrl, wanted);
      const client = new StreamClient(await other.nest.getUrl(), app.a.serverKey);
      await client.open('', before);
      await eventually(async () => expect(client.of('resync')).toHaveLength(1));
      client.kill();
      await other.close();
    });

    it('after another database took its place, whoever listens', async () => {
      const stream = await streamOf();
      const before = stream.lastId as string;
      await execute(app.databaseUrl, `update stream_cursor set history = 'another'`);
      await eventually(async () => expect(stream.told.map(({ event }) => event)).toEqual(['resync']));
      await expectResync(before);
    });

    it('after changes were forgotten before they had places', async () => {
      const stream = await streamOf();
      await execute(app.databaseUrl, `update engine_cell set forget_below = 9007199254740991`);
      await newCustomer();
      await eventually(async () => expect(stream.of('resync').length).toBeGreaterThan(0));
      await execute(app.databaseUrl, `update engine_cell set forget_below = 0`);
    });
  });

  it('C3: a filter tells of those customers alone, comma-joined or repeated, and of what concerns all', async () => {
    const all = await streamOf();
    const [one, two, three] = [await newCustomer(), await newCustomer(), await newCustomer()];
    // A customer of the test before may be told late: only the three are waited for.
    await eventually(async () => {
      const told = all.of<State>('entitlements.updated').map(({ customerId }) => customerId);
      expect(told).toEqual(expect.arrayContaining([one, two, three]));
    });
    const joined = await streamOf(`?customerId=${one},${two}`);
    const repeated = await streamOf(`?customerId=${one}&customerId=${two}`);
    const before = joined.lastId as string;
    for (const id of [three, one, two]) await subscribe(id);
    for (const stream of [
      joined,
      repeated,
      await streamOf(`?customerId=${two},${one}`, app.a.serverKey, before),
    ]) {
      const customers = () => stream.of<State>('entitlements.updated').map(({ customerId }) => customerId);
      await eventually(async () => expect(customers()).toEqual([one, two]));
    }
  });

  it('C3: one environment hears nothing of another', async () => {
    const stream = await streamOf('', app.b.serverKey);
    await newCustomer();
    await expectOk(app.b.api.rest('POST', '/customers', { id: 'of-b', name: 'Of b' }));
    await eventually(async () => expect(stream.told).toMatchObject([{ data: { customerId: 'of-b' } }]));
    const rows = await rowsOf<{ environment_id: string }>(
      app.databaseUrl,
      `select distinct environment_id from stream_change where position > 0`,
    );
    expect(rows).toHaveLength(2);
  });

  it('C3, access-and-events Y5: a stream ends with its key', async () => {
    const key = await expectOk<{ id: string; secret: string }>(
      api.rest('POST', '/api-keys', { displayName: 'Listener', scopes: ['entitlements:read'] }),
    );
    const stream = await streamOf('', key.secret);
    expect(stream.status).toBe(200);
    await expectOk(api.rest('POST', `/api-keys/${key.id}/revoke`));
    await eventually(async () => expect(stream.hasEnded).toBe(true));
    expect((await streamOf()).hasEnded).toBe(false);
  });

  it('C3, access-and-events A5: a stream ends with the block of its account', async () => {
    const accountId = await app.environments.addAccount();
    const { serverKey } = await app.environments.add(accountId);
    const stream = await streamOf('', serverKey);
    expect(stream.status).toBe(200);
    await setAccountStatus(app, accountId, 'BLOCKED');
    await eventually(async () => expect(stream.hasEnded).toBe(true));
    expect((await streamOf()).hasEnded).toBe(false);
  });

  it('C3: it is for server keys that may read entitlements, and for customers by their tokens', async () => {
    const key = await expectOk<{ secret: string }>(
      api.rest('POST', '/api-keys', { displayName: 'Other', scopes: ['customers:write'] }),
    );
    const path = '/entitlements/stream';
    expect(await api.as({ key: key.secret }).rest('GET', path)).toRefuse(
      'IdentityForbidden',
      /entitlements:read/,
    );
    expect(await api.as({ key: app.a.publishableKey }).rest('GET', path)).toRefuse('Unauthenticated');
    expect(await api.as({}).rest('GET', path)).toRefuse('Unauthenticated');
    const token = await app.signUserToken(app.ownerSubject);
    const user = api.as({ token, headers: { 'x-environment-id': app.a.environmentId } });
    expect(await user.rest('GET', path)).toRefuse('IdentityForbidden', /server keys/);
    expect(await api.rest('GET', `${path}?customer=x`)).toRefuse('BadUserInput', /customer/);
    expect(await api.rest('GET', `${path}?customerId=`)).toRefuse('BadUserInput', /customerId/);
  });

  it('C3: an open stream is no request in service, and HEAD opens none', async () => {
    await streamOf();
    const metrics = async (): Promise<string> => app.nest.get(Metrics).render();
    await eventually(async () => expect(await metrics()).toMatch(/^open_streams 1$/m));
    expect(await metrics()).toMatch(/^requests_in_service 0$/m);
    const head = await api.send('HEAD', '/api/v1/entitlements/stream');
    expect(head.status).toBe(200);
    expect(await metrics()).toMatch(/^open_streams 1$/m);
  });
});
