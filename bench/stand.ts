import { join } from 'node:path';
import { newKeySecret } from '#libs/credentials/key-secret';
import { startChild, type Child } from './child';
import { openBenchDatabase, type BenchDatabase } from './database';
import type { LoadTarget } from './load/load';
import type { SeedTarget } from './seed';
import { pepper, startService } from './service';

/** What all parts of a run share: a database, a bare server and the service. */
export interface Stand {
  database: BenchDatabase;
  bare: Child;
  service: Child;
  /** Full access key of the first environment. */
  serverKey: string;
  /** Ends with the run if it has not ended before. */
  keep(child: Child): Child;
  say(text: string): void;
}

export type Closers = (() => Promise<void>)[];

/** @param closers closed in the opposite order, however the bench ends */
export async function openStand(closers: Closers, say: Stand['say']): Promise<Stand> {
  const keep = (child: Child): Child => {
    closers.push(() => child.stop());
    return child;
  };
  const database = await openBenchDatabase(process.env['DATABASE_URL']);
  closers.push(() => database.close());
  say(`PostgreSQL ${database.version} is ready`);
  const serverKey = newKeySecret('server-');
  const bare = keep(await startChild(join(__dirname, 'bare-server.js'), {}));
  const service = keep(await startService(database, serverKey));
  say(`the service listens after ${service.startMs.toFixed(0)} ms, schema and first keys included`);
  return { database, bare, service, serverKey, keep, say };
}

/** A process of the service as what is asked and charged. */
export const targetOf = ({ database }: Stand, { url, pid }: Child): LoadTarget => ({
  url,
  pid,
  postmaster: database.postmaster,
});

export const seedTargetOf = ({ database, service, serverKey }: Stand): SeedTarget => ({
  url: service.url,
  databaseUrl: database.url,
  pepper,
  firstKey: serverKey,
});
