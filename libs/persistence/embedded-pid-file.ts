import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What a server tells in the `postmaster.pid` of its data directory. */
export interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `ready` or `stopping`. */
  status: string;
}

/** Between making and filling the file a server takes less than this. */
const fillingMs = 100;

/** null when there is no file; the pid is NaN in a file that holds nothing. */
export function readPidFile(directory: string): Postmaster | null {
  const text = contents(directory);
  if (text === null) return null;
  const [pid, , , port, , , , status] = text.split('\n');
  return { pid: Number(pid || NaN), port: Number(port || NaN), status: status?.trim() || 'starting' };
}

function contents(directory: string): string | null {
  try {
    return readFileSync(join(directory, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A pid alone proves nothing: after a reboot it may be anybody's. */
export function isServerOf(pid: number, directory: string): boolean {
  if (!(pid > 0) || !isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const listed = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return listed.stdout?.includes('postgres') ?? false;
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}

/**
 * A server sweeps away the file of a dead process by itself, but gives up before a file that a power cut left empty
 * and before a pid that is somebody else's by now: those two go here.
 */
export async function discardStale(directory: string): Promise<void> {
  const judged = contents(directory);
  const pid = readPidFile(directory)?.pid ?? NaN;
  if (judged === null || (pid > 0 && !isAlive(pid))) return;
  if (!(pid > 0)) await pause(fillingMs);
  if (contents(directory) === judged && !isServerOf(pid, directory))
    rmSync(join(directory, 'postmaster.pid'));
}
