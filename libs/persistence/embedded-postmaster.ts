import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serverEnvironment } from './embedded-account';
import { openPlace, type Cluster } from './embedded-cluster';
import { discardStale, isServerOf, readPidFile, type Postmaster } from './embedded-pid-file';

const pollMs = 10;
/** Crash recovery replays at most max_wal_size (1 GB) and a little. */
const recoveryLimitMs = 120_000;
/** A rival that starts, backends of a killed server that still leave (shared memory, port). */
const passingFault = /lock file .* (already exists|is empty)|in use/;
const patienceMs = 20_000;
const logLimitBytes = 5_000_000;
/** After which the next start recovers. */
const forcedSignals = ['SIGQUIT', 'SIGKILL'] as const;
/** Of each of them: as long as the clean end, for who stops the server has no more time when that was short. */
const forcedGraceMs = { least: 100, most: 1_000 };

class PostgresDied extends Error {}

export type RunningServer = Postmaster & { adopted: boolean };

/**
 * Adopts the server that runs on the directory, else starts one.
 * @param wantedPort where it must listen; a free port when left out
 * @throws Error with the end of the server's log when it dies
 */
export async function bringUp(cluster: Cluster, wantedPort?: number): Promise<RunningServer> {
  const deadline = performance.now() + patienceMs;
  // Processes that shared a server that was killed look for it where it was.
  const formerPort = readPidFile(cluster.directory)?.port || 0;
  for (;;) {
    const running = await settled(cluster.directory);
    if (running) return { ...running, adopted: true };
    try {
      return { ...(await launch(cluster, wantedPort ?? (await freePort(formerPort)))), adopted: false };
    } catch (error) {
      const isPassing = error instanceof PostgresDied && passingFault.test(error.message);
      if (!isPassing || performance.now() > deadline) throw error;
      await pause(10 * pollMs);
    }
  }
}

/** The ready server of the directory, after waiting for one that starts or stops; null when there is none. */
async function settled(directory: string): Promise<Postmaster | null> {
  const server = await poll(recoveryLimitMs, () => {
    const found = readPidFile(directory);
    if (!found || !isServerOf(found.pid, directory)) return null;
    return found.status === 'ready' ? found : undefined;
  });
  if (server === undefined) throw tooSlow(directory);
  if (server === null) await discardStale(directory);
  return server;
}

/** Asks until there is an answer; undefined when the time is over. */
async function poll<T>(limitMs: number, ask: () => T | undefined): Promise<T | undefined> {
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; await pause(pollMs)) {
    const answer = ask();
    if (answer !== undefined) return answer;
  }
  return undefined;
}

const tooSlow = (directory: string): Error =>
  new Error(
    `PostgreSQL is not ready after ${recoveryLimitMs / 1000} s; see ${directory}.log and start again when it is`,
  );

async function launch(cluster: Cluster, port: number): Promise<Postmaster> {
  const { directory } = cluster;
  const log = openLog(`${directory}.log`);
  const child = spawnPostgres(cluster, port, log.descriptor);
  let end: string | undefined;
  child.once('error', (error) => (end = error.message));
  child.once('exit', (code, signal) => (end = `exit ${code ?? signal}`));
  const server = await poll(recoveryLimitMs, () => {
    if (end) throw new PostgresDied(`PostgreSQL did not start in ${directory} (${end}):\n${log.tail()}`);
    const found = readPidFile(directory);
    return found?.pid === child.pid && found?.status === 'ready' ? found : undefined;
  });
  if (!server) throw tooSlow(directory);
  return server;
}

function spawnPostgres(
  { directory, account, postgres, flags }: Cluster,
  port: number,
  log: number,
): ChildProcess {
  const place = openPlace(directory, account);
  const network = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const child = spawn(postgres, ['-D', place.path, ...network, ...flags], {
    ...account,
    cwd: '/',
    env: serverEnvironment,
    // A group of its own: Ctrl-C in the terminal reaches us alone, and we stop the server when its users are done.
    detached: true,
    stdio: ['ignore', log, log, ...place.inherited],
  });
  child.unref();
  closeSync(log);
  place.close();
  return child;
}

/** A file, not a pipe: the server outlives a killed Node process and goes on logging. */
function openLog(file: string): { descriptor: number; tail(): string } {
  const isLong = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes;
  const descriptor = openSync(file, isLong ? 'w' : 'a', 0o600);
  const start = fstatSync(descriptor).size;
  return { descriptor, tail: () => readFileSync(file).subarray(start).toString('utf8').slice(-4_000).trim() };
}

function freePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (preferred ? resolve(freePort(0)) : reject(error)));
    probe.listen(preferred, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Fast shutdown, which writes a checkpoint; by force when it takes too long. Returns when the process is gone.
 * @param graceMs how long it may take over the clean end
 */
export async function stopServer(pid: number, directory: string, graceMs: number): Promise<void> {
  const forcedMs = Math.min(Math.max(graceMs, forcedGraceMs.least), forcedGraceMs.most);
  const steps = [
    { signal: 'SIGINT', limitMs: graceMs },
    ...forcedSignals.map((signal) => ({ signal, limitMs: forcedMs })),
  ] as const;
  for (const { signal, limitMs } of steps) {
    if (!isServerOf(pid, directory)) return;
    process.kill(pid, signal);
    if (await poll(limitMs, () => !isServerOf(pid, directory) || undefined)) return;
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not stop; see ${directory}.log`);
}
