import { Agent, get, type IncomingMessage } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { newKeySecret } from '#libs/credentials/key-secret';
import { isServerOf, readPidFile } from '#libs/persistence/embedded-pid-file';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { somebodyWaits } from '../support/held-row';
import { sellMetered, usageOf } from '../support/metered-customers';
import { reportOf } from '../support/reporting';
import { ServiceProcess } from '../support/service-process';

// Starts take seconds of computing, and long on a machine that others share.
jest.setTimeout(600_000);

const clients = 8;

const serverKey = newKeySecret('server-');

let database: TestDatabase;
let service: ServiceProcess;
/** One that was started before and left running: the next test takes it. */
let spare: ServiceProcess | undefined;

const start = (more: Record<string, string> = {}): Promise<ServiceProcess> =>
  ServiceProcess.start({ DATABASE_URL: database.url, BOOTSTRAP_SERVER_KEY: serverKey, ...more });
/** There a balancer is told for two seconds that it drains; at a developer's a busy machine may see nothing of that. */
const startInProduction = (): Promise<ServiceProcess> => start({ NODE_ENV: 'production' });

beforeAll(async () => {
  database = await createTestDatabase();
  spare = await startInProduction();
});
beforeEach(async () => {
  service = spare ?? (await start());
  spare = undefined;
});
afterEach(async () => {
  if (service !== spare) await service?.kill();
});
afterAll(async () => {
  await spare?.kill();
  await database?.drop();
});

/** On a connection of its own, so that it tells how the process answers newcomers. */
const readiness = (): Promise<number | undefined> =>
  new Promise((resolve) => {
    const asked = get(`${service.url}/health/ready`, { agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    asked.once('error', () => resolve(undefined));
  });

describe('reliability C11: SIGTERM', () => {
  it('under load drops nothing: ready turns 503 first, whoever heeds it never meets a broken call, exit 0', async () => {
    await sellMetered(service.api, ['customer']);
    const answers: (number | string)[] = [];
    let counted = 0;
    let isReady = true;
    const client = async (name: number): Promise<void> => {
      for (let n = 0; isReady; n++) {
        const usages = [reportOf('customer', 1, `${name}-${n}`)];
        const answer = await service.api
          .send('POST', '/api/v1/usage', { usages })
          .catch((error: Error) => error.message);
        answers.push(typeof answer === 'string' ? answer : answer.status);
        if (typeof answer !== 'string' && answer.status === 201) counted++;
      }
    };
    const statuses = new Set<number | undefined>();
    const balancer = async (): Promise<void> => {
      for (let status: number | undefined = 200; status === 200; await pause(20)) {
        status = await readiness();
        statuses.add(status);
      }
      isReady = false;
    };

    const load = Promise.all([balancer(), ...Array.from({ length: clients }, (_, name) => client(name))]);
    while (answers.length < 200) await pause(10);
    service.signal('SIGTERM');
    await load;

    expect([...statuses]).toEqual([200, 503]);
    expect(answers.filter((answer) => answer !== 201)).toEqual([]);
    expect(await service.exited).toEqual({ code: 0, signal: null });
    service = spare = await startInProduction();
    expect(await usageOf(service.api, 'customer')).toBe(counted);
  });

  it('kept-alive connections are told to close, so that no later call meets a closed one', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        get(`${service.url}/health/live`, { agent }, (reply) => {
          reply.resume();
          reply.once('end', () => resolve(reply));
        }).once('error', reject);
      });
    expect((await ask()).headers.connection).toBe('keep-alive');

    service.signal('SIGTERM');
    while ((await readiness()) === 200) await pause(5);

    expect((await ask()).headers.connection).toBe('close');
    agent.destroy();
  });

  it('a request that is being served is finished', async () => {
    await service.api.send('POST', '/api/v1/products', { id: 'held', displayName: 'Held' });
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select from product where id = 'held' for update`);
    const waiting = service.api.send('PATCH', '/api/v1/products/held', { displayName: 'Let go' });
    await somebodyWaits(database.url);

    service.signal('SIGTERM');
    while ((await readiness()) !== undefined) await pause(5);
    await holder.query('commit');
    await holder.end();

    expect(await waiting).toMatchObject({ status: 200 });
    expect(await service.exited).toEqual({ code: 0, signal: null });
  });

  it('a second signal changes nothing', async () => {
    service.signal('SIGTERM');
    service.signal('SIGINT');
    expect(await service.exited).toEqual({ code: 0, signal: null });
  });

  it('connections that send nothing, half a head or half a body are not waited for', async () => {
    // So long that whoever waits for them, or for time to end them, is told from who does not.
    await service.stop();
    service = await start({
      SHUTDOWN_GRACE_MS: '120000',
      REQUEST_TIMEOUT_MS: '120000',
      CONNECTION_TIMEOUT_MS: '120000',
    });
    const { hostname, port } = new URL(service.url);
    const head = `POST /api/v1/usage HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${serverKey}\r\n`;
    const body = 'Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{';
    const closed: Promise<unknown>[] = [];
    for (const bytes of ['', head, head + body]) {
      const silent = connect(Number(port), hostname);
      closed.push(once(silent, 'close'));
      await once(silent, 'connect');
      // What the service may still say is read, or the end would never be seen.
      silent
        .on('error', () => undefined)
        .resume()
        .write(bytes);
    }

    const patience = pause(60_000, 'it waits', { ref: false });
    expect(await Promise.race([service.stop(), patience])).toEqual({ code: 0, signal: null });
    await Promise.all(closed);
  });

  it('requests that outlast the time are cut, and the end is clean all the same', async () => {
    await service.stop();
    service = await start({
      SHUTDOWN_GRACE_MS: '3000',
    });
    await service.api.send('POST', '/api/v1/products', { id: 'kept', displayName: 'Kept' });
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select from product where id = 'kept' for update`);
    const waiting = service.api.send('PATCH', '/api/v1/products/kept', { displayName: 'Cut' });
    const broken = expect(waiting).rejects.toThrow(/hang up|reset/);
    await somebodyWaits(database.url);

    expect(await service.stop()).toMatchObject({ signal: null });
    await broken;
    expect(service.output).toContain('requests lost their answers');
    await holder.end();
  });
});

describe('the embedded database', () => {
  let home: string;
  const pidFile = (): string => join(home, 'data/postgres/postmaster.pid');
  const postmaster = (): number => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'shutdown-'));
    chmodSync(home, 0o711);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  /** Of a new service. @param then what its superuser still does in a session that was open before */
  const frozen = async (then = 'select'): Promise<number> => {
    await service.kill();
    service = await ServiceProcess.start({ DATA_DIR: join(home, 'data'), SHUTDOWN_GRACE_MS: '3000' });
    const { pid = 0, port } = readPidFile(join(home, 'data/postgres')) ?? {};
    const session = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'entitlements' });
    session.on('error', () => undefined);
    await session.connect();
    process.kill(pid, 'SIGSTOP');
    await session.query(then);
    await session.end();
    return pid;
  };

  it('is stopped by force when it is frozen, and nothing of it is left', async () => {
    const server = await frozen();

    await service.stop();

    expect(isServerOf(server, join(home, 'data/postgres'))).toBe(false);
  });

  // What asks it waits for a connection that nobody makes: it is given up, then the pool is closed, and little is left of the time.
  it('so it is while requests and background work wait for it, and none of that is a fault of its own', async () => {
    const server = await frozen(`select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`);
    const kept = readFileSync(join(home, 'data/keys.json'), 'utf8');
    const { serverKey: key } = JSON.parse(kept) as { serverKey: string };
    const asked = fetch(`${service.url}/api/v1/products`, { headers: { 'X-API-KEY': key } });
    const answer = asked.catch(() => ({ status: 0 }));
    await pause(500, 'it waits');

    await service.stop();

    expect((await answer).status).not.toBe(200);

    expect(isServerOf(server, join(home, 'data/postgres'))).toBe(false);
    expect(service.output).toContain('"part":"requests and background work"');
    expect(service.output).not.toContain('"part":"embedded database"');
    expect(service.output).not.toContain('nothing has caught');
  });

  // Where `sh` does not give its place to the script, the signal that npm hands on ends `sh` alone.
  it('SIGTERM to npm alone ends the service below it, and its database', async () => {
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      PORT: '0',
      DATA_DIR: join(home, 'data'),
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
    };
    const npm = spawn('npm', ['start'], { cwd: join(__dirname, '../..'), env });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (more: string) => (output += more));
    while (!output.includes('listening on')) await pause(20);
    const url = /listening on (http:\/\/\S+)/.exec(output)?.[1] ?? '';
    const server = postmaster();

    npm.kill('SIGTERM');

    await eventually(async () => {
      await expect(fetch(`${url}/health/live`)).rejects.toThrow();
      expect(isServerOf(server, join(home, 'data/postgres'))).toBe(false);
      // Said last, when the database is gone.
      expect(output).toContain('"stopped"');
    });
  });
});
