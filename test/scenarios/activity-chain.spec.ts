import { newKeySecret } from '#libs/credentials/key-secret';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { createTestDatabase, execute, rowsOf, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { Kills, type Blow } from '../support/kills';
import { inParallel, untilAnswered, type Tally } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: access-and-events

jest.setTimeout(1_200_000);

const changes = scaled(20_000, 400);
const clients = 12;
const random = seededRandom('activity-chain.spec');
const writing: Place = { table: 'activity', on: 'insert', at: 'write' };
const advancing: Place = { table: 'activity_chain', on: 'update', at: 'write' };
const committing: Place = { table: 'activity', on: 'insert', at: 'commit' };
const blows: Blow[] = [committing, writing, 'at random', advancing];
const strikes = Array.from({ length: scaled(16, 4) }, (_, n) => blows[n % blows.length] as Blow);

describe(`two processes write one activity log, one of them killed ${strikes.length} times`, () => {
  let database: TestDatabase;
  let gate: Gate;
  let steady: ServiceProcess;
  let kills: Kills;
  const BOOTSTRAP_SERVER_KEY = newKeySecret('server-');

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [writing, advancing, committing]);
    const variables = { DATABASE_URL: database.serviceUrl, BOOTSTRAP_SERVER_KEY };
    steady = await ServiceProcess.start(variables);
    const struck = await ServiceProcess.start(variables);
    kills = new Kills(struck, gate, variables, writing, random);
  });
  afterAll(async () => {
    await gate?.close();
    await steady?.kill();
    await kills?.service.kill();
    await database?.drop();
  });

  const proof = (): Promise<Json> => expectOk<Json>(steady.api.rest('GET', '/activity/proof'));

  it('W8: the chain has no gap and no fork, and each change that was acknowledged stands in it once', async () => {
    const strike = await kills.strike(strikes, Math.floor(changes / strikes.length / 4));
    const striking = strike();
    const tally: Tally = new Map();
    const ids = Array.from({ length: changes }, (_, n) => `customer-${n}`);
    await inParallel(clients, ids, async (id) => {
      const isOfStruck = random.next() < 0.5;
      const headers = { 'idempotency-key': id };
      const answer = await untilAnswered(
        () => (isOfStruck ? kills.service : steady).api.send('POST', '/api/v1/customers', { id }, headers),
        tally,
      );
      if (answer.status !== 201) throw new Error(`Answered ${answer.status} ${answer.text}`);
    });
    await striking;

    const made = await rowsOf<{ times: number; customers: number }>(
      database.url,
      `select times, count(*)::int as customers
         from (select count(*)::int as times from activity where type = 'customer.created' group by entity_id) made group by 1`,
    );
    expect(made).toEqual([{ times: 1, customers: changes }]);
    const [chain] = await rowsOf<{ rows: number; last: number }>(
      database.url,
      'select count(*)::int as rows, max(seq)::int as last from activity',
    );
    expect(chain?.last).toBe(chain?.rows);
    expect(await proof()).toMatchObject({ holds: true, rows: chain?.rows, firstFault: null });
    expect(steady.faults).toEqual([]);
  });

  it('L-05: one entry among them that somebody changes is named', async () => {
    const { rows } = await proof();
    const seq = random.whole(2, Number(rows) - 1);
    const change = (set: string): Promise<void> =>
      execute(
        database.url,
        'set session_replication_role = replica',
        `update activity set ${set} where seq = ${seq}`,
      );
    await change(`created_at = created_at + interval '1 ms'`);
    expect(await proof()).toMatchObject({ holds: false, rows: seq - 1, firstFault: { seq } });
    await change(`created_at = created_at - interval '1 ms'`);
    expect(await proof()).toMatchObject({ holds: true });
  });
});
