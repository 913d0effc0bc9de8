import { runAsSystem } from '#libs/context/request-context';
import { Journal } from '#libs/messaging/journal';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { ActivityHeads } from '../../src/modules/platform/activity/activity-heads.service';
import { NightlyActivityProofs } from '../../src/modules/platform/activity/nightly-activity-proofs.service';
import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { AuditCommand } from '../support/audit-command';
import { behindOurBack, rehash } from '../support/broken-ledgers';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { execute, rowsOf } from '../support/database';
import { moveClock, sandbox } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: access-and-events

interface Proof {
  holds: boolean;
  rows: number;
  head: string | null;
  anchor: { seq: number; hash: string } | null;
  firstFault: { seq: number; id: string | null; reason: string } | null;
}

interface Place {
  seq: number;
  uid: string;
  hash: string;
}

const query = `{ proveActivity { holds rows head anchor { seq hash } firstFault { seq id reason } } }`;

describe('the chain of the activity log', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let restore: () => Promise<void>;
  const others: OtherProcess[] = [];

  beforeAll(async () => {
    app = await createTestApp();
    restore = await app.keepState();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await restore();
    app.logLines.length = 0;
    place = app.a;
    for (const id of ['one', 'two', 'three']) await createCustomer(place.api, id);
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
  });

  const proof = (of: TestEnvironment = place): Promise<Proof> =>
    expectOk<Proof>(of.api.rest('GET', '/activity/proof'));
  const places = (): Promise<Place[]> =>
    rowsOf<Place>(
      app.databaseUrl,
      `select seq::int, uid, encode(hash, 'hex') as hash from activity where environment_id = '${place.environmentId}' order by seq`,
    );
  const change = (text: string): Promise<void> =>
    behindOurBack(app, [text.replaceAll('$environment', place.environmentId), []]);
  const ofPlace = (seq: number): string => `environment_id = '$environment' and seq = ${seq}`;
  const logged = (message: string): Json[] =>
    app.logLines.map((line) => JSON.parse(line) as Json).filter(({ msg }) => msg === message);
  const told = async (): Promise<Json[]> => {
    const before = logged('head of an activity log').length;
    await app.nest.get(ActivityHeads).tell();
    return logged('head of an activity log').slice(before);
  };
  const metric = async (name: string): Promise<number> => {
    const text = await app.nest.get(Metrics).render();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const night = async (): Promise<void> => {
    await app.dataSource.query('update activity_watch set due_at = $1', [app.clock.now()]);
    await app.nest.get(NightlyActivityProofs).goOn();
  };
  const audit = (...words: string[]) => new AuditCommand(app).run(...words);
  const compared = (log: string) => new AuditCommand(app).compare(log);

  needsPermission({
    app: () => app,
    resource: 'activity',
    reads: [{ rest: ['GET', '/activity/proof'], graphql: '{ proveActivity { holds } }' }],
    writes: [],
  });

  it('W8: every change has the next place and the hash of itself and of the one before, also as it is listed', async () => {
    const all = await places();
    expect(all.length).toBeGreaterThan(5);
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, n) => n + 1));
    const { data } = await expectPage<Json>(place.api.rest('GET', '/activity?limit=3'));
    expect(data.map(({ seq, hash, id }) => ({ seq, hash, uid: id }))).toEqual(all.slice(-3).reverse());
    const held = { holds: true, rows: all.length, head: all.at(-1)?.hash, anchor: null, firstFault: null };
    expect(await proof()).toEqual(held);
    expect((await place.api.graphql(query)).data?.['proveActivity']).toEqual(held);
  });

  it('W8: each environment has a chain of its own, and one that nothing was changed in holds', async () => {
    await createCustomer(app.b.api, 'of-b');
    await change(`update activity set actor = 'somebody' where ${ofPlace(2)}`);
    expect(await proof(app.b)).toMatchObject({ holds: true });
    const { environmentId, api } = await app.newEnvironment();
    await behindOurBack(
      app,
      ['delete from activity where environment_id = $1', [environmentId]],
      ['delete from activity_chain where environment_id = $1', [environmentId]],
    );
    expect(await expectOk<Proof>(api.rest('GET', '/activity/proof'))).toEqual({
      ...{ holds: true, rows: 0, head: null, anchor: null, firstFault: null },
    });
  });

  it.each([
    ['type', `type = 'customer.deleted'`],
    ['object', `entity_id = 'nobody'`],
    ['kind of object', `entity_type = 'PLAN'`],
    ['parent', `parent_id = 'nobody'`],
    ['kind of actor', `actor_type = 'USER'`],
    ['actor', `actor = 'somebody'`],
    ['state before', `before = '{"id": "nobody"}'`],
    ['state after', `after = after || '{"name": "Nobody"}'`],
    ['request', `request_id = 'none'`],
    ['instant', `created_at = created_at + interval '1 ms'`],
    ['key', `uid = gen_random_uuid()`],
    ['hash', `hash = sha256('x')`],
  ])('L-05: an owner who changes the %s of an entry is found, and the entry named', async (_, set) => {
    await change(`update activity set ${set} where ${ofPlace(4)}`);
    const [changed] = (await places()).slice(3);
    expect(await proof()).toMatchObject({
      ...{ holds: false, rows: 3 },
      firstFault: { seq: 4, id: changed?.uid, reason: expect.stringContaining('its hash') },
    });
    const [exit, said] = await audit('verify');
    expect(exit).toBe(1);
    expect(said).toContain(`environment ${place.environmentId}, place 4, entry ${changed?.uid}: its hash`);
  });

  it('L-05: one in the middle that is removed is missed', async () => {
    await change(`delete from activity where ${ofPlace(3)}`);
    const fault = { seq: 3, id: null, reason: 'the entry at place 3 is missing' };
    expect(await proof()).toMatchObject({ holds: false, rows: 2, firstFault: fault });
    await change(`update activity set seq = seq - 1 where environment_id = '$environment' and seq > 3`);
    expect(await proof()).toMatchObject({ holds: false, rows: 2, firstFault: { seq: 3 } });
  });

  it('L-05: the first one that is removed is missed, for no anchor says that it was forgotten', async () => {
    await change(`delete from activity where ${ofPlace(1)}`);
    expect(await proof()).toMatchObject({ holds: false, rows: 0, firstFault: { seq: 1, id: null } });
  });

  it('L-05: two that change places are found at the first of them', async () => {
    const swap = (hashes: string): string => `update activity a set seq = b.seq ${hashes} from activity b
      where a.environment_id = '$environment' and b.environment_id = a.environment_id and (a.seq, b.seq) in ((2, 5), (5, 2))`;
    await behindOurBack(app, ['drop index uq_activity_seq', []]);
    await change(swap(''));
    expect(await proof()).toMatchObject({ holds: false, rows: 1, firstFault: { seq: 2 } });
    await change(swap(''));
    expect(await proof()).toMatchObject({ holds: true });
    await change(swap(', hash = b.hash'));
    expect(await proof()).toMatchObject({ holds: false, rows: 1, firstFault: { seq: 2 } });
  });

  it('L-05: the newest that is removed is missed by the head, whoever appends after it', async () => {
    const { length } = await places();
    await change(`delete from activity where ${ofPlace(length)}`);
    const reason = `the head stands at place ${length}, the log ends at ${length - 1}`;
    expect(await proof()).toMatchObject({ holds: false, firstFault: { seq: length, reason } });
    await createCustomer(place.api, 'after');
    expect(await proof()).toMatchObject({
      ...{ holds: false, rows: length - 1 },
      firstFault: { seq: length, reason: `the entry at place ${length} is missing` },
    });
  });

  it('L-05: a head that the owner rewrites is not that of the last entry', async () => {
    await change(`update activity_chain set head = sha256('x') where environment_id = '$environment'`);
    expect(await proof()).toMatchObject({
      holds: false,
      firstFault: { reason: expect.stringContaining('head') },
    });
    await change(`update activity_chain set seq = seq - 1 where environment_id = '$environment'`);
    expect(await proof()).toMatchObject({ holds: false });
  });

  it('L-05: one that is put in beside the chain is found', async () => {
    const put = (seq: string): string => `insert into activity
      select (jsonb_populate_record(a, jsonb_build_object('uid', gen_random_uuid(), 'seq', ${seq}))).* from activity a where ${ofPlace(2)}`;
    const { length } = await places();
    await change(put('100000'));
    expect(await proof()).toMatchObject({
      ...{ holds: false, rows: length },
      firstFault: { reason: `the log ends at place ${length}, yet an entry stands at 100000` },
    });
    await change(put('0'));
    expect(await proof()).toMatchObject({ holds: false, rows: 0, firstFault: { seq: 0 } });
  });

  it('L-06: the last one that is removed, with the head set back, is found through what the log stream was told', async () => {
    const { length } = await places();
    await told();
    await change(`delete from activity where ${ofPlace(length)}`);
    await change(rehash);
    const reason = `the log stream was told of an entry at place ${length}, the log ends at ${length - 1}`;
    expect(await proof()).toMatchObject({ holds: false, firstFault: { reason } });
    await createCustomer(place.api, 'after');
    const other = 'its hash is not the one that the log stream was told';
    expect(await proof()).toMatchObject({ holds: false, firstFault: { seq: length, reason: other } });
    expect(await told()).toEqual([]);
    expect(logged('an activity log has lost the entry that the log stream was told of')).toMatchObject([
      { level: 'error', environmentId: place.environmentId, seq: length },
    ]);
  });

  it('L-06: a whole log that is hashed anew from a changed entry on is found through the lines of the log stream, whatever was noted of them', async () => {
    const { length } = await places();
    await told();
    expect((await compared(app.logLines.join('\n')))[0]).toBe(0);
    await change(`update activity set actor = 'somebody' where ${ofPlace(2)}`);
    await change(rehash);
    await behindOurBack(app, [`update activity_watch set told_seq = 0, told_hash = ''`, []]);
    expect(await proof()).toMatchObject({ holds: true });
    const [exit, said] = await compared([...app.logLines, 'a cut line "activityHead":'].join('\n'));
    expect(exit).toBe(1);
    expect(said).toContain(`environment ${place.environmentId}, place ${length}`);
    expect(await compared('')).toEqual([1, expect.stringContaining('tells no heads')]);
  });

  it('L-06: a head is told once, when it has moved', async () => {
    const first = await told();
    const own = first.filter(({ environmentId }) => environmentId === place.environmentId);
    const last = (await places()).at(-1);
    expect(own).toMatchObject([{ activityHead: { seq: last?.seq, hash: last?.hash } }]);
    expect(await told()).toEqual([]);
    await createCustomer(place.api, 'four');
    expect(await told()).toMatchObject([{ environmentId: place.environmentId }]);
  });

  it.each([
    `update activity set actor = 'somebody'`,
    'delete from activity',
    'truncate activity',
    'update activity_chain set seq = 0',
    'delete from activity_chain',
    'alter table activity disable trigger all',
  ])('L-07: the role of the service may not, and keeps the log whole: %s', async (statement) => {
    await expect(app.serviceSource.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    expect(await proof()).toMatchObject({ holds: true });
  });

  it.each([`update activity set actor = 'somebody'`, 'delete from activity', 'truncate activity'])(
    'L-07: an owner whom triggers still stop is refused: %s',
    async (statement) => {
      await expect(execute(app.databaseUrl, statement)).rejects.toThrow('the activity log is append-only');
    },
  );

  it('W8: a row that an older release inserts is chained all the same, several at once too', async () => {
    const before = (await places()).length;
    const insert = `insert into activity (environment_id, uid, type, entity_type, entity_id, actor_type, actor, before, after, request_id, created_at, updated_at)
      select '${place.environmentId}', gen_random_uuid(), 'plan.updated', 'PLAN', 'p' || n, 'USER', 'somebody', '{"b": 1.50}', null, 'request', now(), now()
        from generate_series(1, 3) n`;
    await app.dataSource.query(insert);
    await createCustomer(place.api, 'four');
    await app.dataSource.query(insert);
    const { holds, rows } = await proof();
    expect(holds).toBe(true);
    expect(rows).toBeGreaterThan(before + 6);
  });

  it('W8: writers of several processes at once make one chain without a gap', async () => {
    const other = await app.startBeside();
    others.push(other);
    const clients = [place.api, other.api];
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => createCustomer(clients[n % 2] ?? place.api, `many-${n}`)),
    );
    const all = await places();
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, n) => n + 1));
    expect(await proof()).toMatchObject({ holds: true, rows: all.length });
  });

  it('W8: work that is rolled back leaves neither an entry nor a gap', async () => {
    const before = (await places()).length;
    const record = (fails: boolean): Promise<void> =>
      runAsSystem('tests', place.environmentId, () =>
        app.nest.get(UnitOfWork).run(async () => {
          app.nest.get(Journal).record({
            ...{ type: 'customer.noted', entityType: 'CUSTOMER', entityId: 'one', before: null, after: {} },
          });
          if (fails) throw new Error('undone');
        }),
      );
    await expect(record(true)).rejects.toThrow('undone');
    await record(false);
    expect(await proof()).toMatchObject({ holds: true, rows: before + 1 });
  });

  it('W8: nobody waits for the chain while another one is still at work', async () => {
    let done = (): void => undefined;
    const working = new Promise<void>((resolve) => (done = resolve));
    const long = runAsSystem('tests', place.environmentId, () =>
      app.nest.get(UnitOfWork).run(async () => {
        app.nest.get(Journal).record({
          ...{ type: 'customer.noted', entityType: 'CUSTOMER', entityId: 'one', before: null, after: {} },
        });
        await working;
      }),
    );
    await createCustomer(place.api, 'meanwhile');
    const meanwhile = (await places()).length;
    done();
    await long;
    const [last] = (await expectPage<Json>(place.api.rest('GET', '/activity?type=customer.noted'))).data;
    expect(last).toMatchObject({ seq: meanwhile + 1 });
    expect(await proof()).toMatchObject({ holds: true });
  });

  it('W8: what is older than 13 months is forgotten from the begin on, and the rest is proven from the anchor', async () => {
    const all = await places();
    const aged = (seq: number, age: string): string =>
      `update activity set created_at = now() - interval '${age}' where environment_id = '$environment' and seq <= ${seq}`;
    await change(aged(all.length, '1 day'));
    await change(aged(3, '14 months'));
    await change(`update activity set created_at = now() - interval '14 months' where ${ofPlace(5)}`);
    await change(rehash);
    const [, , third] = await places();
    await app.dataSource.query('select forget_activity(20000)');
    expect((await places()).map(({ seq }) => seq)).toEqual(all.slice(3).map(({ seq }) => seq));
    const anchored = { holds: true, rows: all.length - 3, anchor: { seq: 3, hash: third?.hash } };
    expect(await proof()).toMatchObject(anchored);
    // A cursor that was forgotten goes on for a day. Domain: access-and-events L2a
    expect((await place.api.rest('GET', `/activity?before=${third?.uid}&limit=1`)).status).toBe(200);
    await createCustomer(place.api, 'four');
    expect(await proof()).toMatchObject({ holds: true, anchor: anchored.anchor });
    await change(`delete from activity where ${ofPlace(4)}`);
    expect(await proof()).toMatchObject({ holds: false, rows: 0, firstFault: { seq: 4 } });
  });

  it.each([
    ['machine, and of today by that of the environment', '14 months', `now() - interval '14 months'`],
    ['environment, and of today by that of the machine', '1 day', `now() + interval '500 days'`],
  ])('W8: what is 13 months old by the clock of the %s, stays', async (_, age, now) => {
    place = await sandbox(app);
    await createCustomer(place.api, 'one');
    // With all that follows: a move whose setting is gone is waited for by whoever ends the process.
    await moveClock(place, new Date(app.clock.now().getTime() + 86_400_000));
    await change(
      `update activity set created_at = now() - interval '${age}' where environment_id = '$environment'`,
    );
    await change(`update environment_clock set frozen_at = ${now} where environment_id = '$environment'`);
    const { length } = await places();
    await app.dataSource.query('select forget_activity(20000)');
    expect(await places()).toHaveLength(length);
    await change(`delete from environment_clock where environment_id = '$environment'`);
    await app.dataSource.query('select forget_activity(20000)');
    expect(await places()).toHaveLength(age === '1 day' ? length : 0);
  });

  it('L-05: every log is proven each night; what does not hold is told to log stream and metric, and once to the log itself', async () => {
    const [held, rows] = [
      await metric('activity_logs_proven_total{outcome="holds"}'),
      await metric('activity_rows_proven_total'),
    ];
    const { length } = await places();
    await night();
    expect(await metric('activity_logs_proven_total{outcome="holds"}')).toBeGreaterThan(held);
    expect(await metric('activity_rows_proven_total')).toBeGreaterThanOrEqual(rows + length);
    await change(`update activity set actor = 'somebody' where ${ofPlace(2)}`);
    await night();
    await night();
    const about = { level: 'error', environmentId: place.environmentId, seq: 2 };
    expect(logged('an activity log does not hold')).toMatchObject([about, about]);
    const { data } = await expectPage<Json>(place.api.rest('GET', '/activity?type=activity.broken'));
    expect(data).toMatchObject([
      {
        ...{ entityType: 'ENVIRONMENT', entityId: place.environmentId, actorType: 'SYSTEM' },
        after: { rows: 1, firstFault: { seq: 2 } },
      },
    ]);
    expect(await metric('activity_logs_proven_total{outcome="broken"}')).toBeGreaterThanOrEqual(2);
  });

  it('L-05: npm run audit:verify proves all environments or one, and tells how many entries hold', async () => {
    const [exit, said] = await audit('verify');
    expect(exit).toBe(0);
    expect(said).toMatch(/The activity log holds: \d+ entries of [345] environments, [\d,]+ rows\/s/);
    await change(`update activity set actor = 'somebody' where ${ofPlace(2)}`);
    expect((await audit('verify', place.environmentId))[0]).toBe(1);
    expect((await audit('verify', app.b.environmentId))[0]).toBe(0);
    expect(await audit('verify', 'nobody')).toEqual([2, expect.stringContaining('nobody is no id')]);
    const unknown = '01900000-0000-7000-8000-000000000000';
    expect(await audit('verify', unknown)).toEqual([1, expect.stringContaining('There is no environment')]);
  });
});
