import { Client } from 'pg';
import { Job } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { Worker } from '#libs/messaging/worker';
import { Database } from '#libs/persistence/database';
import { moveName } from '#libs/persistence/environment-fence';
import { EventDays } from '../../src/modules/entitlements/meters/event-days.service';
import { KeyUsesRepository } from '../../src/modules/platform/api-keys/key-uses.repository';
import { AdminDesk, type AdminCourse } from '../support/admin-command';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer } from '../support/catalog';
import { expectOk } from '../support/client';
import { execute, rowsOf } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { testPepper, testSealingKey } from '../support/secrets';

const performed: string[] = [];

class Probe {
  @Job('probe')
  perform({ environmentId }: { environmentId: string }): Promise<void> {
    performed.push(environmentId);
    return Promise.resolve();
  }
}

// Domain: access-and-events
// ADR-0130. Replication itself is tried by test/scenarios/environment-move.spec.ts: the log of this server does not tell rows.

describe('an environment that is being moved', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let neighbour: TestEnvironment;

  const desk = new AdminDesk();

  beforeAll(async () => {
    app = await createTestApp({ providers: [Probe] });
  });
  afterAll(async () => {
    await desk.close();
    await app.close();
  });

  beforeEach(async () => {
    [place, neighbour] = [await app.newEnvironment(), await app.newEnvironment()];
    for (const { api } of [place, neighbour]) await createCustomer(api, 'c', { name: 'C' });
  });

  const run = (...words: string[]): Promise<AdminCourse> =>
    desk.run(['environments', ...words], {
      DATABASE_URL: app.databaseUrl,
      API_KEY_PEPPER: testPepper,
      SEALING_KEYS: testSealingKey,
    });

  /** As `publish` leaves it. */
  const begin = (): Promise<void> =>
    execute(
      app.databaseUrl,
      `insert into environment_move (environment_id, direction, is_held, began_at) values ('${place.environmentId}', 'LEAVING', false, now())`,
    );
  const hold = async (): Promise<void> => {
    expect(await run('hold', place.environmentId)).toMatchObject({ exit: 0 });
  };
  const release = async (): Promise<void> => {
    expect(await run('release', place.environmentId)).toMatchObject({ exit: 0 });
  };
  const triggers = (): Promise<object[]> =>
    rowsOf(
      app.databaseUrl,
      `select from pg_trigger where tgname in ('held_${moveName(place.environmentId)}', 'kept_${moveName(place.environmentId)}')`,
    );

  it('A8: takes no writes through either door, is read as before, and takes them again once its move is given up', async () => {
    await begin();
    await hold();
    const { api } = place;
    const writes = [
      await api.rest('PATCH', '/customers/c', { name: 'other' }),
      await api.rest('POST', '/customers', { id: 'd', name: 'D' }),
      await api.rest('POST', '/events', {
        events: [{ customerId: 'c', eventName: 'call', idempotencyKey: 'one' }],
      }),
      await api.rest('POST', '/customers', { id: 'e', name: 'E' }, { 'idempotency-key': 'e' }),
    ];
    for (const answer of writes) {
      expect(answer).toMatchObject({ status: 503, body: { code: null } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    const field = await api.graphql('mutation { createCustomer(input: { id: "d", name: "D" }) { id } }');
    expect(field.errors).toMatchObject([
      { message: expect.stringMatching(/being moved/), extensions: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
    expect(await expectOk(api.rest('GET', '/customers/c'))).toMatchObject({ name: 'C' });
    await createCustomer(neighbour.api, 'd');

    await release();
    expect(await triggers()).toEqual([]);
    await createCustomer(api, 'd');
    expect(await expectOk(api.rest('PATCH', '/customers/c', { name: 'other' }))).toMatchObject({
      name: 'other',
    });
  });

  it('is held once all have ended who wrote before, and by the database, not by what processes know', async () => {
    await begin();
    const session = new Client({ connectionString: app.serviceUrl, options: '-c engine.environment=' });
    await session.connect();
    try {
      const { environmentId } = place;
      await session.query(`select set_config('engine.environment', $1, false)`, [environmentId]);
      const change = `update customer set name = $2 where environment_id = $1 and id = 'c'`;
      await session.query('begin');
      await session.query(change, [environmentId, 'in time']);
      let isHeld = false;
      const holding = hold().then(() => (isHeld = true));
      // Other tables are closed by now, this one waits for us.
      await eventually(async () => expect((await triggers()).length).toBeGreaterThan(2));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isHeld).toBe(false);
      await session.query('commit');
      await holding;
      await expect(session.query(change, [environmentId, 'too late'])).rejects.toMatchObject({
        code: 'EM001',
      });
      expect(await expectOk(place.api.rest('GET', '/customers/c'))).toMatchObject({ name: 'in time' });
    } finally {
      await session.end();
    }
    await release();
  });

  it('is passed over by statements that span environments', async () => {
    await begin();
    await hold();
    const keys = await rowsOf<{ environmentId: string; uid: string }>(
      app.databaseUrl,
      `select environment_id as "environmentId", uid from api_key
        where environment_id in ('${place.environmentId}', '${neighbour.environmentId}')`,
    );
    const at = new Date('2099-01-01T00:00:00Z');
    await app.nest.get(KeyUsesRepository, { strict: false }).note(keys.map((each) => ({ ...each, at })));
    const used = await rowsOf<{ environmentId: string }>(
      app.databaseUrl,
      `select distinct environment_id as "environmentId" from api_key where last_used_at = '2099-01-01'`,
    );
    expect(used).toEqual([{ environmentId: neighbour.environmentId }]);
    await release();
  });

  it('A8: has jobs that wait and use up no attempt', async () => {
    await begin();
    await hold();
    const { environmentId } = place;
    const key = `probe:${environmentId}`;
    const worker = app.nest.get(Worker);
    await worker.start();
    try {
      await app.nest.get(Jobs).ask('probe', { environmentId }, environmentId);
      await app.nest
        .get(Jobs)
        .ask('probe', { environmentId: neighbour.environmentId }, neighbour.environmentId);
      const waiting = () =>
        rowsOf(
          app.databaseUrl,
          `select attempts, max_attempts as most from graphile_worker.jobs where key = '${key}' and run_at > now() + interval '1 second'`,
        );
      await eventually(async () => expect(await waiting()).toEqual([{ attempts: 0, most: 5 }]));
      await eventually(async () => expect(performed).toEqual([neighbour.environmentId]));
      await release();
      await execute(
        app.databaseUrl,
        `update graphile_worker._private_jobs set run_at = now() where key = '${key}'`,
      );
      await eventually(async () => expect(performed).toEqual([neighbour.environmentId, environmentId]));
    } finally {
      await worker.stop();
    }
  });

  it('keeps partitions of events as they are', async () => {
    const days = () => rowsOf(app.databaseUrl, 'select day from event_days()');
    await begin();
    const before = await days();
    await app.nest.get(EventDays, { strict: false }).keep();
    expect(await days()).toEqual(before);
    await release();
    await app.nest.get(EventDays, { strict: false }).keep();
    expect((await days()).length).toBeGreaterThan(before.length);
  });

  it('is told what it lacks, and moved by nobody who mistypes', async () => {
    const { environmentId } = place;
    const unknown = '0199c0de-0000-7000-8000-000000000001';
    const refused = async (words: string[], message: RegExp, exit = 1): Promise<void> => {
      const course = await run(...words);
      expect([course.exit, course.out]).toEqual([exit, '']);
      expect(course.told).toMatch(message);
    };
    await refused(['publish', 'here'], /here is no id of an environment/, 2);
    await refused(['publish', unknown], /No environment has the id/);
    await refused(['publish', environmentId], /wal_level = logical/);
    await refused(['hold', environmentId], /not leaving: .* publish comes first/);
    await refused(['release', environmentId], /not leaving/);
    await refused(['expect', environmentId, app.databaseUrl], /is here already/);
    await refused(['expect', unknown, app.databaseUrl], /No environment has the id/);
    await refused(['forget', unknown, app.databaseUrl], /does not take writes there: nothing was removed/);
    await refused(['compare', environmentId, 'postgres://127.0.0.1:1/none'], /cannot be reached/);
    expect(await run('compare', environmentId, app.databaseUrl)).toMatchObject({ exit: 0 });
    expect(await app.nest.get(Database).queryEverywhere('select from environment_move')).toEqual([]);
  });
});
