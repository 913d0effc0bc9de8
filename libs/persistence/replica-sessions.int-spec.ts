import { pino } from 'pino';
import { createTestApp, type TestApp } from '../../test/support/app';
import { createCustomer } from '../../test/support/catalog';
import { covers } from './log-place';
import { ReplicaSessions } from './replica-sessions';
import { allRows } from './row-scopes';

// What only a real replica shows is in test/scenarios/replica-reads.spec.ts: here the primary stands for one.

interface Counted {
  n: number;
}

describe('statements at a replica', () => {
  let app: TestApp;
  let sessions: ReplicaSessions;

  beforeAll(async () => {
    app = await createTestApp();
    for (const id of ['ada', 'bob']) await createCustomer(app.a.api, id);
    await createCustomer(app.b.api, 'eve');
    const silent = pino({ level: 'silent' });
    sessions = new ReplicaSessions(app.serviceUrl, app.serviceSource, () => app.serviceUrl, silent);
  });
  afterAll(async () => {
    await sessions.close();
    await app.close();
  });

  const everybody = { text: 'select count(*)::int as n from customer', values: [], name: 'everybody' };
  const countIn = async (scope: string): Promise<number | undefined> =>
    (await sessions.run<Counted & Record<string, unknown>>(everybody, scope)).rows[0]?.n;

  it('see the rows of their environment and no others, in whatever order they come', async () => {
    const { a, b } = app;
    const scopes = [a.environmentId, '', b.environmentId, allRows];
    const counts = Array.from({ length: 60 }, (_, n) =>
      countIn(scopes[n % 4] as string).catch(() => 'refused'),
    );
    const expected = [2, 0, 1, 'refused'];
    expect(await Promise.all(counts)).toEqual(counts.map((_, n) => expected[n % 4]));
  });

  it('tell where the server stood, in the words of the primary', async () => {
    const before = await sessions.primary();
    const { place } = await sessions.run(everybody, '');
    expect([before.isReplica, place.isReplica, before.at > 0n]).toEqual([false, false, true]);
    expect([place.identity, place.timeline]).toEqual([before.identity, before.timeline]);
    // It would do if it were a replica that stands where the primary does.
    expect(covers({ ...place, isReplica: true, at: before.at }, before)).toBe(true);
    expect(await sessions.replica()).toMatchObject({ identity: before.identity, timeline: before.timeline });
  });

  it('stand behind every commit that was acknowledged before', async () => {
    const { at } = await sessions.primary();
    await createCustomer(app.a.api, 'cyd');
    expect((await sessions.primary()).at).toBeGreaterThan(at);
  });

  it('write nothing', async () => {
    const text = `delete from customer where environment_id = $1`;
    const deletion = sessions.run({ text, values: [app.a.environmentId] }, app.a.environmentId);
    await expect(deletion).rejects.toMatchObject({ code: '25006' });
    expect(await countIn(app.a.environmentId)).toBe(3);
  });
});
