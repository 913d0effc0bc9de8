import { ChangeFeed } from '#libs/changes/change-feed';
import { sourcesOf as sourcesIn } from '../support/answer-sources';
import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  checkOverGraphql,
  createCustomer,
  newSubscriber,
  report,
  subscribe,
  usedOf,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { execute } from '../support/database';
import { eventually } from '../support/eventually';
import { sellEveryKind } from '../support/every-kind-sold';

// Domain: entitlements-usage

const numberOf = (text: string | null): number | undefined => (text === null ? undefined : Number(text));

const standingOf = (headers: Headers) => ({
  version: numberOf(headers.get('x-entitlements-version')),
  stalenessMs: numberOf(headers.get('x-entitlements-staleness-ms')),
});

describe('checks from memory', () => {
  let app: TestApp;
  let api: ApiClient;
  let sellAgain: () => Promise<void>;
  const sourcesOf = (work: () => Promise<unknown>, nest = app.nest) => sourcesIn(nest, work);
  const askRaw = (from: ApiClient, customer: string, headers: Record<string, string> = {}) =>
    from.rest('GET', `/customers/${customer}/entitlements/check?featureId=calls`, undefined, headers);

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await sellEveryKind(api);
    sellAgain = await app.keepState();
  });
  afterAll(() => app.close());
  // Nothing is in memory then.
  beforeEach(() => sellAgain());

  it('G9: a process that is alone reads a customer once, and sees all that it writes itself', async () => {
    const customer = await newSubscriber(api, 'plan');
    await usedOf(api, customer, 'calls');
    const sources = await sourcesOf(async () => {
      for (let used = 1; used <= 5; used++) {
        await expectOk(report(api, customer, 'calls', 1));
        expect(await usedOf(api, customer, 'calls')).toBe(used);
        expect((await checkOverGraphql(api, customer, 'featureId: "calls"'))['currentUsage']).toBe(used);
      }
    });
    // Five reports, ten checks: what a group has counted is held before it is acknowledged. A poll may tell of a group before
    // the group's own answer has come; then it is read once more.
    expect(sources.memory).toBeGreaterThanOrEqual(10);
    expect(sources.poll).toBeLessThanOrEqual(1);
    const archived = await sourcesOf(async () => {
      await expectOk(api.rest('POST', `/customers/${customer}/archive`));
      expect(await check(api, customer, 'featureId=calls')).toMatchObject({
        accessDeniedReason: 'CustomerIsArchived',
      });
    });
    expect(archived).toEqual({ memory: 0, poll: 0, tables: 1 });
  });

  it('Q13: the list and the check are made from the same state', async () => {
    const customer = await newSubscriber(api, 'plan');
    await expectOk(report(api, customer, 'calls', 4));
    const list = () =>
      expectOk<{ entitlements: Json[] }>(api.rest('GET', `/customers/${customer}/entitlements`));
    const { entitlements } = await list();
    await app.nest.get(ChangeFeed).renewed();
    await list();
    const sources = await sourcesOf(async () => {
      expect(await list()).toEqual({ accessDeniedReason: null, entitlements });
      for (const each of entitlements) {
        const { id } = each['feature'] as { id: string };
        expect(await check(api, customer, `featureId=${id}`)).toEqual(each);
      }
    });
    expect(sources).toEqual({ memory: entitlements.length + 1, poll: 0, tables: 0 });
  });

  it('W10: windows, trials and ends are computed at the instant asked: nothing held must be told of them', async () => {
    const customer = await newSubscriber(api, 'plan');
    await expectOk(report(api, customer, 'calls', 100));
    expect(await check(api, customer, 'featureId=calls')).toMatchObject({
      isGranted: false,
      currentUsage: 100,
    });
    const sources = await sourcesOf(async () => {
      app.clock.advance({ days: 40 });
      expect(await check(api, customer, 'featureId=calls')).toMatchObject({
        isGranted: true,
        currentUsage: 0,
      });
    });
    expect(sources.tables).toBe(0);
  });

  it('what another tool changes is seen within a poll, and from then on every answer asks first', async () => {
    const customer = await newSubscriber(api, 'plan');
    await usedOf(api, customer, 'calls');
    await execute(app.databaseUrl, `update customer set archived_at = now() where id = '${customer}'`);
    await eventually(async () => {
      const { accessDeniedReason } = await check(api, customer, 'featureId=calls');
      expect(accessDeniedReason).toBe('CustomerIsArchived');
    });
    const asksFirst = async () => {
      const sources = await sourcesOf(() => check(api, customer, 'featureId=calls'));
      expect(sources).toEqual({ memory: 0, poll: 1, tables: 0 });
    };
    // Who was not held when the tool wrote is read from the tables, and a poll hears of the tool a moment later.
    await eventually(asksFirst);
    await asksFirst();
  });

  it('a tool that changes the usage of everybody is heard as well', async () => {
    const customer = await newSubscriber(api, 'plan');
    await expectOk(report(api, customer, 'calls', 5));
    expect(await usedOf(api, customer, 'calls')).toBe(5);
    // Counters of a thousand others with his, in one statement.
    await execute(
      app.databaseUrl,
      `create table made as select c.environment_id, gen_random_uuid() as uid, c.created_at from customer c, generate_series(1, 1001)
        where c.id = '${customer}'`,
      `insert into customer (environment_id, uid, id, metadata, created_at, updated_at)
        select environment_id, uid, 'made-' || uid, '{}', created_at, created_at from made`,
      `insert into usage_counter (environment_id, customer_uid, resource_key, feature_uid, level, rules, updated_at)
        select m.environment_id, m.uid, '', f.uid, 0, '[]', now() from made m join feature f on f.id = 'calls'
          and f.environment_id = m.environment_id`,
      `update usage_window set total = 77`,
      `update usage_counter set updated_at = now()`,
    );
    await eventually(async () => expect(await usedOf(api, customer, 'calls')).toBe(77));
  });

  describe('several processes', () => {
    it('each check sees what any of them has acknowledged before it', async () => {
      const other = await app.startBeside();
      const customer = await newSubscriber(api, 'plan');
      for (const process of [api, other.api]) await usedOf(process, customer, 'calls');
      for (let used = 1; used <= 10; used++) {
        const [writer, reader] = used % 2 ? [api, other.api] : [other.api, api];
        await expectOk(report(writer, customer, 'calls', 1));
        expect(await usedOf(reader, customer, 'calls')).toBe(used);
        expect(await usedOf(writer, customer, 'calls')).toBe(used);
      }
      await expectOk(other.api.rest('POST', `/customers/${customer}/archive`));
      expect(await check(api, customer, 'featureId=calls')).toMatchObject({ isGranted: false });
      expect(await askRaw(api, customer).then(({ headers }) => standingOf(headers).stalenessMs)).toBe(0);
    });

    it('a customer that nobody changes is not read again, however many there are', async () => {
      const other = await app.startBeside();
      const customer = await newSubscriber(api, 'plan');
      await usedOf(other.api, customer, 'calls');
      const busy = await newSubscriber(api, 'plan');
      await other.nest.get(ChangeFeed).renewed();
      await usedOf(other.api, customer, 'calls');
      const sources = await sourcesOf(async () => {
        for (let round = 0; round < 5; round++) {
          await expectOk(report(api, busy, 'calls', 1));
          await usedOf(other.api, customer, 'calls');
        }
      }, other.nest);
      expect(sources).toEqual({ memory: 0, poll: 5, tables: 0 });
    });

    it('who joins acknowledges nothing before those who were alone have noticed, though their polls stand still', async () => {
      const other = await app.startBeside();
      const customer = await newSubscriber(api, 'plan');
      const [feed, joining] = [app.nest.get(ChangeFeed), other.nest.get(ChangeFeed)];
      await joining.stop();
      await usedOf(api, customer, 'calls');
      await eventually(() => {
        expect(feed.present()).toBeDefined();
        return Promise.resolve();
      });
      clearTimeout((feed as unknown as { timer?: NodeJS.Timeout }).timer);
      await feed.renewed();
      await usedOf(api, customer, 'calls');
      await joining.start();
      await expectOk(report(other.api, customer, 'calls', 5));
      expect(await usedOf(api, customer, 'calls')).toBe(5);
    });

    it('CHECK_STALENESS_MS: an answer from memory is as old as it says, and no older than it may be', async () => {
      const other = await app.startBeside({ variables: { CHECK_STALENESS_MS: '5000' } });
      const customer = await newSubscriber(api, 'plan');
      await usedOf(other.api, customer, 'calls');
      const feed = other.nest.get(ChangeFeed);
      await feed.renewed();
      await usedOf(other.api, customer, 'calls');
      // No poll but those that checks ask for.
      clearTimeout((feed as unknown as { timer?: NodeJS.Timeout }).timer);
      const written = await report(api, customer, 'calls', 5);
      const stale = await askRaw(other.api, customer);
      expect(stale.body).toMatchObject({ data: { currentUsage: 0 } });
      expect(standingOf(stale.headers).stalenessMs).toBeGreaterThan(0);
      const version = standingOf(written.headers).version;
      expect(version).toBeGreaterThan(standingOf(stale.headers).version as number);

      const exact = await askRaw(other.api, customer, { 'X-Min-Version': String(version) });
      expect(exact.body).toMatchObject({ data: { currentUsage: 5 } });
      expect(standingOf(exact.headers)).toEqual({
        version: expect.any(Number) as number,
        stalenessMs: 0,
      });
      expect(standingOf(exact.headers).version).toBeGreaterThanOrEqual(version as number);
    });
  });

  it('X-Min-Version must be a number that was told', async () => {
    const customer = await newSubscriber(api, 'plan');
    for (const wrong of ['', '-1', '1.5', 'x', '99999999999999999999']) {
      expect(await askRaw(api, customer, { 'X-Min-Version': wrong })).toRefuse(
        'BadUserInput',
        /^X-Min-Version /,
      );
    }
    const future = await askRaw(api, customer, { 'X-Min-Version': '9007199254740991' });
    expect(future.status).toBe(200);
  });

  it('every write tells its version, over both doors', async () => {
    const created = await api.rest('POST', '/customers', { id: 'new' });
    const reported = await report(api, await newSubscriber(api, 'plan'), 'calls', 1);
    const asked = await api.graphql('mutation { archiveCustomer(id: "new") { id } }');
    const versions = [created, reported, asked].map(({ headers }) => standingOf(headers).version);
    expect(versions).toEqual([...versions].sort((a, b) => (a as number) - (b as number)));
    expect(new Set(versions).size).toBe(3);
  });

  it('one environment never sees what is held of another', async () => {
    await sellEveryKind(app.b.api);
    await createCustomer(api, 'acme');
    await createCustomer(app.b.api, 'acme');
    await subscribe(api, 'acme', 'plan');
    await usedOf(api, 'acme', 'calls');
    expect(await check(app.b.api, 'acme', 'featureId=calls')).toMatchObject({
      accessDeniedReason: 'NoActiveSubscription',
    });
    expect(await check(app.stranger.api, 'acme', 'featureId=calls')).toMatchObject({
      accessDeniedReason: 'CustomerNotFound',
    });
  });
});
