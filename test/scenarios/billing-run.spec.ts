import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { createBuyers, createIssuer } from '../support/issuers';
import { drafts } from '../support/many-drafts';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: contracts-billing

// On an idle machine the full size takes a tenth of this.
jest.setTimeout(1_200_000);

const invoices = scaled(10_000, 600);
const issuers = ['acme', 'birch', 'cedar'];
const random = seededRandom('billing-run.spec');

const numbered: Place = { table: 'document_series', on: 'update', at: 'write' };
const finalized: Place = { table: 'invoice', on: 'update', at: 'write' };
const told: Place = { table: 'outbox_event', on: 'insert', at: 'commit' };
/** Where each kill meets the work, after which share of the invoices, and how many invoices a row there stands for. */
const kills = [
  { place: finalized, share: 0.15, invoicesPerRow: 1 },
  { place: numbered, share: 0.2, invoicesPerRow: 20 / issuers.length },
  { place: told, share: 0.2, invoicesPerRow: 1 },
] as const;

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

describe(`three processes finalize ${invoices} due invoices and are killed one by one`, () => {
  let database: TestDatabase;
  let client: Client;
  let gate: Gate;
  let serverKey: string;
  let services: ServiceProcess[] = [];

  const start = async (): Promise<ServiceProcess> => {
    const known = serverKey ? { BOOTSTRAP_SERVER_KEY: serverKey } : undefined;
    return ServiceProcess.start({ DATABASE_URL: database.serviceUrl, ...known });
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    gate = await Gate.in(database.url, [numbered, finalized, told]);
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
    await gate?.close();
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

  it('V8, V10: each invoice once, each legal entity counted without a gap, over three kills', async () => {
    const interrupted: boolean[] = [];
    const shut = async ({ place, share, invoicesPerRow }: (typeof kills)[number]): Promise<void> => {
      const passing = invoices * (share + random.next() * 0.05);
      await gate.shut(place, Math.floor(passing / invoicesPerRow));
    };
    let before = 0;
    for (const [index, service] of services.entries()) {
      // Whoever stood at the last gate goes on, and no farther than to this one.
      await shut(kills[index] as (typeof kills)[number]);
      await askForRuns();
      await gate.met();
      await service.kill();
      const count = await sent();
      interrupted.push(count > before && count < invoices);
      before = count;
    }
    await gate.open();
    // Each looks for what is due as it starts.
    services = await Promise.all([start(), start()]);
    while ((await sent()) < invoices) await pause(100);
    // Once more over what is done, in every process at once.
    await askForRuns();
    await untilIdle();

    expect(interrupted).toEqual([true, true, true]);
    const countOf = (index: number): number =>
      Math.floor(invoices / issuers.length) + (index > 0 && index <= invoices % issuers.length ? 1 : 0);
    expect((await client.query<Book>(books)).rows).toEqual(
      issuers.map((entity, index) => {
        const count = countOf(index);
        const last = `INV-${String(count).padStart(6, '0')}`;
        const told = { events: count, entries: count, sellers: count };
        return { entity, invoices: count, numbers: count, first: 'INV-000001', last, ...told };
      }),
    );
    const { rows } = await client.query(
      `select series, last_number from document_series order by last_number`,
    );
    const counts = issuers.map((_, index) => countOf(index)).sort((a, b) => a - b);
    expect(rows).toEqual(counts.map((last_number) => ({ series: 'INVOICE', last_number })));
  });
});
