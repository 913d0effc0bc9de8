import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { askForRuns } from './due-renewals';
import { Gate, type Place } from './gate';
import { ServiceProcess } from './service-process';

/** Tables with rows of each customer. */
export const grownTables = [
  'customer',
  'entitlement_snapshot',
  'invoice',
  'invoice_line',
  'subscription',
  'subscription_package',
] as const;

export interface RowsRead {
  table: string;
  /** Reads of all of it. */
  scans: number;
  /** Rows, and entries of its indexes, that were found for each invoice. */
  rows: number;
  /** Pages of it and of its indexes that were looked at for each invoice: those too on which nothing was found. */
  pages: number;
}

export interface RenewalCost {
  invoicesPerSecond: number;
  /** Of the tables above. */
  read: RowsRead[];
}

const processes = 3;
const written: Place = { table: 'invoice', on: 'insert', at: 'write' };
const lookMs = 20;

const rowsRead = `
  select t.relname as table, t.seq_scan::int as scans,
         (t.seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid))::float8 / $2 as rows,
         (p.heap_blks_hit + p.heap_blks_read + p.idx_blks_hit + p.idx_blks_read)::float8 / $2 as pages
    from pg_stat_user_tables t join pg_statio_user_tables p using (relid)
   where t.schemaname = 'public' and t.relname = any($1) order by 1`;

/** The series knows how many were numbered: to look costs one row, and none of the tables above. */
const numbered = `select sum(last_number)::int as count from document_series`;

/** Three processes renew all that is due, so many, from one moment on: nobody writes an invoice before all of them are there. */
export async function renewByThree(url: string, serverKey: string, renewals: number): Promise<RenewalCost> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const count = async () => (await client.query<{ count: number }>(numbered)).rows[0]?.count ?? 0;
  const all = (await count()) + renewals;
  const gate = await Gate.in(url, [written]);
  const services: ServiceProcess[] = [];
  try {
    await gate.shut(written, 0);
    await client.query('select pg_stat_reset()');
    for (let n = 0; n < processes; n++)
      services.push(await ServiceProcess.start({ DATABASE_URL: url, BOOTSTRAP_SERVER_KEY: serverKey }));
    await client.query(askForRuns);
    await gate.met();
    const began = performance.now();
    await gate.open();
    while ((await count()) < all) await pause(lookMs);
    const seconds = (performance.now() - began) / 1000;
    // A session tells what it has read at its end, if not before.
    for (const service of services) await service.stop();
    const { rows: read } = await client.query<RowsRead>(rowsRead, [grownTables, renewals]);
    return { invoicesPerSecond: renewals / seconds, read };
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await gate.close();
    await client.end();
  }
}
