import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createBuyers, createIssuer } from '../support/invoices';
import { drafts } from '../support/many-drafts';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// On an idle machine it takes a fifth of this.
jest.setTimeout(240_000);

const invoices = 10_000;
const issuers = ['acme', 'birch', 'cedar'];
const random = seededRandom('billing-run.spec');

interface Book {
  entity: string;
  invoices: number;
  numbers: number;
  first: string;
  last: string;
  events: number;
  entries: number;
  sellers: number;
}

/** By legal entity: its invoices, the numbers that they have, and what was told of them. */
const books = `
  select i.legal_entity_id as entity, count(*)::int as invoices, count(distinct i.number)::int as numbers,
         min(i.number) as first, max(i.number) as last, sum(o.count)::int as events, sum(a.count)::int as entries,
         count(*) filter (where i.seller->>'legalEntityId' = i.legal_entity_id)::int as sellers
    from invoice i
   cross join lateral (select count(*) from outbox_event where type = 'invoice.finalized' and entity_id = i.uid::text) o
   cross join lateral (select count(*) from activity where type = 'invoice.finalized' and entity_id = i.uid::text) a
   where i.state = 'OPEN' group by 1 order by 1`;

describe('three processes finalize 10,000 due invoices and are killed one by one', () => {
  let database: TestDatabase;
  let client: Client;
  let serverKey: string;
  let services: ServiceProcess[] = [];

  const start = async (): Promise<ServiceProcess> => {
    const known = serverKey ? { BOOTSTRAP_SERVER_KEY: serverKey } : undefined;
    return ServiceProcess.start({ DATABASE_URL: database.url, ...known });
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    const first = await start();
    serverKey = first.serverKey;
    await createBuyers(first.api, 'buyer');
    for (const id of issuers) await createIssuer(first.api, id);
    services = [first, ...(await Promise.all([start(), start()]))];
    await client.query(drafts, [invoices]);
    await client.query('create index on outbox_event (entity_id)');
    await client.query('create index on activity (entity_id)');
    await client.query('analyze');
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await client?.end();
    await database?.drop();
  });

  const sent = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from invoice where state <> 'DRAFT'`,
    );
    return rows[0]?.count ?? 0;
  };
  /** As the clock does every minute. */
  const askForRuns = () =>
    client.query(`select graphile_worker.add_job('finalize-due-invoices') from generate_series(1, 6)`);
  const untilIdle = async (): Promise<void> => {
    const busy = `select from graphile_worker.jobs where task_identifier = 'finalize-due-invoices' and locked_by is null`;
    while (((await client.query(busy)).rowCount ?? 0) > 0) await pause(100);
  };

  it('V8, V10, C20: each invoice once, each legal entity counted without a gap, over three kills', async () => {
    const interrupted: boolean[] = [];
    await askForRuns();
    for (const [index, service] of services.entries()) {
      const goal = Math.floor(invoices * (0.1 + index * 0.25 + random.next() * 0.1));
      while ((await sent()) <= goal) await pause(10);
      await service.kill();
      const count = await sent();
      interrupted.push(count > goal && count < invoices);
    }
    // Each looks for what is due as it starts.
    services = await Promise.all([start(), start()]);
    while ((await sent()) < invoices) await pause(100);
    // Once more over what is done, in every process at once.
    await askForRuns();
    await untilIdle();

    expect(interrupted).toEqual([true, true, true]);
    const share = (index: number): number =>
      Math.floor(invoices / issuers.length) + (index > 0 && index <= invoices % issuers.length ? 1 : 0);
    expect((await client.query<Book>(books)).rows).toEqual(
      issuers.map((entity, index) => {
        const count = share(index);
        const last = `INV-${String(count).padStart(6, '0')}`;
        const told = { events: count, entries: count, sellers: count };
        return { entity, invoices: count, numbers: count, first: 'INV-000001', last, ...told };
      }),
    );
    const { rows } = await client.query(
      `select series, last_number from document_series order by last_number`,
    );
    expect(rows).toEqual([3333, 3333, 3334].map((last_number) => ({ series: 'INVOICE', last_number })));
  });
});
