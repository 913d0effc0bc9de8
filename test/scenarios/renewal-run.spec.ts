import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { askForRuns, renewalBook, renewedOnce, sellRenewals } from '../support/due-renewals';
import { Gate, type Place } from '../support/gate';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: contracts-billing

jest.setTimeout(1_800_000);

const renewals = scaled(10_000, 300);
const random = seededRandom('renewal-run.spec');
const written: Place = { table: 'invoice', on: 'insert', at: 'write' };
const numbered: Place = { table: 'document_series', on: 'update', at: 'write' };
const told: Place = { table: 'outbox_event', on: 'insert', at: 'commit' };
/** Where each kill meets the work, after which share of the rows there, and how many invoices such a row stands for: those of one turn share a number of the series. */
const kills = [
  { place: written, share: 0.15, invoicesPerRow: 1 },
  { place: numbered, share: 0.2, invoicesPerRow: renewals },
  { place: told, share: 0.2, invoicesPerRow: 1 },
] as const;

describe(`three processes renew ${renewals} subscriptions at one boundary and are killed one by one`, () => {
  let database: TestDatabase;
  let client: Client;
  let gate: Gate;
  let services: ServiceProcess[] = [];
  const serverKey = newKeySecret('server-');

  const start = (): Promise<ServiceProcess> =>
    ServiceProcess.start({ DATABASE_URL: database.serviceUrl, BOOTSTRAP_SERVER_KEY: serverKey });

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    gate = await Gate.in(database.url, [written, numbered, told]);
    services = [await start(), await start(), await start()];
    const [first] = services as [ServiceProcess];
    // Nobody renews before all of them are there.
    await gate.shut(written, 1);
    await sellRenewals(first.api, database.url, renewals);
  });
  afterAll(async () => {
    await gate?.close();
    await Promise.all(services.map((service) => service.kill()));
    await client?.end();
    await database?.drop();
  });

  const renewed = async (): Promise<number> => {
    const count = `select count(*)::int as count from invoice where kind = 'RENEWAL' and state <> 'DRAFT'`;
    return (await client.query<{ count: number }>(count)).rows[0]?.count ?? 0;
  };
  const untilRenewed = async (): Promise<void> => {
    for (let asked = 0; (await renewed()) < renewals; asked++) {
      if (asked % 100 === 0) await client.query(askForRuns);
      await pause(100);
    }
  };

  it('V8, V10, customers-subscriptions Z1: each period is billed once, counted without a gap, over three kills', async () => {
    const interrupted: boolean[] = [];
    let before = 0;
    for (const [index, service] of services.entries()) {
      const { place, share, invoicesPerRow } = kills[index] as (typeof kills)[number];
      const passing = renewals * (share + random.next() * 0.05);
      // Whoever stood at the last gate goes on, and no farther than to this one.
      await gate.shut(place, Math.max(1, Math.floor(passing / invoicesPerRow)));
      await client.query(askForRuns);
      await gate.met();
      await service.kill();
      const count = await renewed();
      interrupted.push(count >= before && count < renewals);
      before = count;
    }
    await gate.open();
    // As PostgreSQL does by itself where tables grow, but not on a server of tests: its plans are those of empty tables still.
    await client.query('analyze');
    services = await Promise.all([start(), start(), start()]);
    const [began, left] = [performance.now(), renewals - (await renewed())];
    await untilRenewed();
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(`${left} renewals by three processes: ${Math.round(left / seconds)} invoices/s\n`);
    // Once more over what is done, in every process at once.
    await client.query(askForRuns);
    await pause(1_000);

    expect(interrupted).toEqual([true, true, true]);
    expect((await client.query(renewalBook)).rows).toEqual([renewedOnce(renewals)]);
  });
});
