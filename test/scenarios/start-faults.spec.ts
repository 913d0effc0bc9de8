import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { openDroppingProxy, type DroppingProxy } from '../support/dropping-proxy';
import { MuteServer } from '../support/mute-server';
import { ServiceProcess, type Exit } from '../support/service-process';

// Each start loads all modules.
jest.setTimeout(400_000);

/** By then a start hangs for ever. The bar is 10 s; a busy machine takes longer to load the modules alone. */
const patienceMs = 300_000;
/** Starts at once: each waits more than it computes. */
const atOnce = 4;

const role = 'start_fault';
const password = 'dX4vR8mQ2w';
const secret = newKeySecret('server-');

interface Failed {
  exit: Exit;
  output: string;
}

interface Case {
  name: string;
  variables: () => Record<string, string>;
  advice: RegExp;
}

let database: TestDatabase;
let proxy: DroppingProxy;
let mute: MuteServer;
let home: string;
let outcomes: Map<string, Promise<Failed>>;

const changed = (change: (url: URL) => unknown): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};
const asRole = { username: role, password };
const noPepper = { API_KEY_PEPPER: '' };

const cases: Case[] = [
  {
    name: 'nothing listens there',
    variables: () => ({ DATABASE_URL: `postgres://u:${password}@127.0.0.1:1/d` }),
    advice: /^Nothing listens at the database at 127\.0\.0\.1:1 \(DATABASE_URL\): start it, or correct/,
  },
  {
    name: 'an unknown host',
    variables: () => ({ DATABASE_URL: `postgres://u:${password}@no-such-host.invalid/d` }),
    advice: /no-such-host\.invalid.*correct/,
  },
  {
    name: 'a host that does not answer',
    variables: () => ({ DATABASE_URL: `postgres://u:${password}@127.0.0.1:${mute.port}/d` }),
    advice: /^No answer within 2 s from the database at 127\.0\.0\.1:\d+ .*correct DATABASE_URL/,
  },
  {
    name: 'a database that is not there',
    variables: () => ({ DATABASE_URL: changed((url) => (url.pathname = '/not_there')) }),
    advice:
      /^There is no database "not_there" at .*: make it \(createdb not_there\), or correct DATABASE_URL/,
  },
  {
    name: 'a role that is not there',
    variables: () => ({ DATABASE_URL: changed((url) => (url.username = 'nobody_here')) }),
    advice: /^The role "nobody_here" is refused by .*: make the role, admit it in pg_hba\.conf, or correct/,
  },
  {
    name: 'a statement that is refused as the first background work is asked for',
    variables: () => ({ DATABASE_URL: changed((url) => Object.assign(url, asRole)) }),
    advice: /^The role "start_fault" lacks a right in .*permission denied.*: grant it/,
  },
  {
    name: 'a role that may not migrate',
    variables: () => ({
      DATABASE_URL: changed((url) => Object.assign(url, asRole, { pathname: '/template1' })),
      MIGRATE_ON_START: 'true',
    }),
    advice: /^The role "start_fault" lacks a right in .*permission denied for .*: grant it/,
  },
  {
    name: 'a pooler that drops the settings of sessions',
    variables: () => ({ DATABASE_URL: proxy.url }),
    advice: /^Between the service and the database at .* something drops the settings .*pool_mode=session/,
  },
  {
    name: 'a port in use',
    variables: () => ({ DATABASE_URL: database.url, PORT: String(mute.port) }),
    advice: /^Port \d+ is in use: stop what listens there, or set PORT to another port/,
  },
  {
    name: 'a port of the metrics in use',
    variables: () => ({ DATABASE_URL: database.url, METRICS_PORT: String(mute.port) }),
    advice: /^Port \d+ is in use: stop what listens there, or set METRICS_PORT to another port/,
  },
  {
    name: 'a DATA_DIR that cannot be written',
    variables: () => ({ ...noPepper, DATA_DIR: join(home, 'a-file/data') }),
    advice: /^DATA_DIR \(.*a-file\/data\) cannot be used: .*no folder.*set DATA_DIR to another one/,
  },
  {
    name: 'a cut pepper: another would void every key without a word',
    variables: () => ({ ...noPepper, DATA_DIR: folderWith('pepper', 'cut') }),
    advice: /pepper is not what the first start wrote, it has 3 characters of 43: restore it from a backup/,
  },
  {
    name: 'a folder in the place of the pepper',
    variables: () => ({ ...noPepper, DATA_DIR: folderWith('pepper/a-file', '') }),
    advice: /pepper is not what the first start wrote, it is a folder: restore it from a backup/,
  },
  {
    name: 'a folder in the place of keys.json',
    variables: () => ({ DATA_DIR: folderWith('keys.json/a-file', '') }),
    advice: /keys\.json is a folder: remove it and start again/,
  },
  {
    name: 'a cut keys.json, of which nothing is shown',
    variables: () => ({ DATA_DIR: folderWith('keys.json', `{ "serverKey": "${secret}`) }),
    advice: /keys\.json is cut or was changed, .*: restore it from a backup, or delete it and start again/,
  },
  {
    name: 'what nobody foresaw: its message',
    variables: () => ({ DATA_DIR: folderWith('postgres/thesis.txt', 'three years') }),
    advice: /holds no PostgreSQL database: empty it, or set DATA_DIR to another directory/,
  },
];

function folderWith(file: string, text: string): string {
  const folder = mkdtempSync(join(home, 'data-'));
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), text);
  return folder;
}

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await openDroppingProxy(database.url);
  mute = await MuteServer.start();
  home = mkdtempSync(join(tmpdir(), 'start-faults-'));
  writeFileSync(join(home, 'a-file'), '');
  await execute(database.url, `create role ${role} login password '${password}'`);
  await execute(database.url, `grant all on all tables in schema public to ${role}`);
  outcomes = startAll(cases);
});
afterAll(async () => {
  await Promise.allSettled(outcomes.values());
  proxy?.close();
  mute?.stop();
  await execute(database.url, `drop owned by ${role}`);
  await execute(database.url, `drop role ${role}`);
  await database?.drop();
  rmSync(home, { recursive: true });
});

/** A few at a time; who asks for one waits for it. */
function startAll(all: Case[]): Map<string, Promise<Failed>> {
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve<unknown>(undefined));
  return new Map(
    all.map(({ name, variables }, index) => {
      const lane = index % atOnce;
      const outcome = (lanes[lane] as Promise<unknown>).then(() => failedStart(variables()));
      lanes[lane] = outcome.catch(() => undefined);
      return [name, outcome];
    }),
  );
}

/** A start that fails: its exit and all that it wrote. */
async function failedStart(variables: Record<string, string>): Promise<Failed> {
  const service = ServiceProcess.launch(variables);
  const patience = new AbortController();
  const hangs = pause(patienceMs, undefined, { signal: patience.signal }).then(async () => {
    await service.kill();
    throw new Error(`The start neither listens nor ends:\n${service.output}`);
  });
  hangs.catch(() => undefined);
  const exit = await Promise.race([service.exited, hangs]);
  patience.abort();
  return { exit, output: service.output };
}

describe('a fault of the start ends it with 1 and one line that says what to do', () => {
  it.each(cases)('$name', async ({ name, advice }) => {
    const { exit, output } = (await outcomes.get(name)) as Failed;
    expect(output).toMatch(advice);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).not.toMatch(/\bat .+:\d+:\d+/);
    expect(output).not.toContain(password);
    expect(output).not.toContain(secret);
    expect(exit).toEqual({ code: 1, signal: null });
  });

  it('its stack is told at LOG_LEVEL=debug', async () => {
    const { output } = await failedStart({
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d',
      LOG_LEVEL: 'debug',
    });
    expect(output).toMatch(/\bat .+:\d+:\d+/);
  });
});

it('a lost pepper is asked for, once there are keys; a sealing key is made anew where nothing was sealed', async () => {
  const variables = { ...noPepper, SEALING_KEYS: '', DATA_DIR: join(home, 'restored') };
  const { DATA_DIR } = variables;
  const first = await ServiceProcess.start(variables);
  await first.stop();
  const pepper = readFileSync(join(DATA_DIR, 'pepper'));
  for (const file of ['pepper', 'sealing-key']) rmSync(join(DATA_DIR, file));
  const { exit, output } = await failedStart(variables);
  expect(output).toMatch(/^\S+pepper is missing, .* restore it from a backup, .* set API_KEY_PEPPER/);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(exit).toEqual({ code: 1, signal: null });
  expect(existsSync(join(DATA_DIR, 'pepper'))).toBe(false);
  expect(existsSync(join(DATA_DIR, 'postgres/postmaster.pid'))).toBe(false);

  writeFileSync(join(DATA_DIR, 'pepper'), pepper);
  const again = await ServiceProcess.start({ ...variables, BOOTSTRAP_SERVER_KEY: first.serverKey });
  expect(await again.api.send('GET', '/api/v1/products')).toMatchObject({ status: 200 });
  expect(await again.stop()).toEqual({ code: 0, signal: null });
  expect(existsSync(join(DATA_DIR, 'sealing-key'))).toBe(true);
});

it('a Redis that is away keeps no start: each process counts alone', async () => {
  const service = await ServiceProcess.start({
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    RATE_LIMIT_ENABLED: 'true',
  });
  expect(await service.stop()).toEqual({ code: 0, signal: null });
});

it('a signal during the start ends it with 0, and leaves no database behind', async () => {
  const DATA_DIR = join(home, 'interrupted');
  const service = ServiceProcess.launch({ DATA_DIR });
  const pidFile = join(DATA_DIR, 'postgres/postmaster.pid');
  while (!existsSync(pidFile)) await pause(5);
  service.signal('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(existsSync(pidFile)).toBe(false);
  expect(service.output).not.toContain('listening');
});
