import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#libs/persistence/embedded';
import { eventually } from '../support/eventually';
import { sellToMany } from '../support/many-subscriptions';
import { draftWith, endOf, publishFor } from '../support/publishing';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(400_000);

/** Enough that the task is at work when the database goes. */
const customers = 400;

/** How a server ends: stopped by an administrator, in haste, or killed. */
const ends: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'];

let home: string;
/** A server that the service knows by DATABASE_URL only: nothing in the service brings it back. */
let database: EmbeddedPostgres;
let service: ServiceProcess;
let pid: number;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'outage-'));
  chmodSync(home, 0o711);
  database = await startEmbeddedPostgres({ directory: join(home, 'postgres') });
  service = await ServiceProcess.start({ DATABASE_URL: database.url, MIGRATE_ON_START: 'true' });
  ({ pid } = service);
});
afterAll(async () => {
  await service?.kill();
  await database?.stop();
  rmSync(home, { recursive: true });
});

/** A session of an administrator, who holds what a job waits for. It ends with the server. */
async function session(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function ask<R extends object>(text: string): Promise<R[]> {
  const client = await session();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

async function restart(end: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => database.onExit(resolve));
  process.kill(database.pid, end);
  await gone;
  await database.restart();
}

/** A job that broke off waits for its next attempt: 3 s, 7, 20, 55. No time is promised, and busy machines break off more. */
const patienceMs = 180_000;

const addJob = (): Promise<object[]> => ask(`select graphile_worker.add_job('forget-tasks')`);
/** Jobs that are due or in somebody's hands; what waits for its next attempt counts as well. */
const jobsLeft = async (): Promise<number> =>
  (await ask<{ count: number }>(`select count(*)::int as count from graphile_worker.jobs`))[0]?.count ?? 0;

/** What is left and what the service said: it may take a busy machine hours to show it again. */
async function tellWhy(error: Error): Promise<never> {
  const left = await ask('select *, now() from graphile_worker._private_jobs');
  error.message += `\n${JSON.stringify(left, null, 1)}\n${service.output.slice(-4000)}`;
  throw error;
}

async function expectAtWork(): Promise<void> {
  await addJob();
  await eventually(async () => expect(await jobsLeft()).toBe(0), patienceMs).catch(tellWhy);
  expect(service).toMatchObject({ pid, isRunning: true });
}

/** Asked on the session that holds: whatever else waits in the server is no news. */
const untilWaitedFor = (holder: Client): Promise<void> =>
  eventually(async () =>
    expect(
      (
        await holder.query(
          'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
        )
      ).rowCount,
    ).toBeGreaterThan(0),
  );

/** A job that nobody has taken yet would be passed over for as long as its row is held. */
const untilTaken = (jobId: string): Promise<void> =>
  eventually(async () =>
    expect(
      await ask(`select from graphile_worker._private_jobs where id = ${jobId} and locked_at is not null`),
    ).toHaveLength(1),
  );

describe('the database goes away and comes back while background jobs run', () => {
  it.each(ends)('%s while a job works: it is done again, and the next one too', async (end) => {
    const holder = await session();
    await holder.query('begin; lock table task');
    await addJob();
    await untilWaitedFor(holder);

    await restart(end);

    await expectAtWork();
  });

  it.each(ends)(
    '%s while the end of a job is noted: the process lives, the job is done again',
    async (end) => {
      const worker = await session();
      await worker.query('begin; lock table task');
      const added = await worker.query<{ id: string }>(
        `select id from graphile_worker.add_job('forget-tasks')`,
      );
      const jobId = added.rows[0]?.id ?? '';
      const noting = await session();
      await worker.query('commit; begin; lock table task');
      await untilTaken(jobId);
      await noting.query(`begin; select from graphile_worker._private_jobs where id = ${jobId} for update`);
      await worker.query('commit');
      await untilWaitedFor(noting);

      await restart(end);

      await expectAtWork();
    },
  );

  it('twelve times while a task moves subscriptions: it ends whole, and no attempt is used up', async () => {
    await sellToMany(service.api, database.url, customers);
    await draftWith(service.api, 'plans', 'pro', 200);
    const taskId = await publishFor(service.api, 'plans', 'pro');
    for (let n = 0; n < 12; n++) await restart(ends[n % ends.length] ?? 'SIGINT');

    expect(await endOf(service.api, taskId)).toMatchObject({
      state: 'COMPLETED',
      progress: { done: customers, failed: 0, total: customers },
    });
    await expectAtWork();
  });
});
