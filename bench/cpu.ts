import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of a process in ticks of 10 ms (USER_HZ), on every architecture that Node runs on. */
const tickMicros = 10_000;

interface Stat {
  pid: number;
  name: string;
  parent: number;
  /** Of the process with all its threads, in microseconds. */
  own: number;
  /** Of its children that have ended. */
  ofEnded: number;
}

function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything, parentheses too.
    const close = text.lastIndexOf(')');
    const rest = text.slice(close + 2).split(' ');
    const ticks = (first: number): number => (Number(rest[first]) + Number(rest[first + 1])) * tickMicros;
    const name = text.slice(text.indexOf('(') + 1, close);
    return { pid: Number(pid), name, parent: Number(rest[1]), own: ticks(11), ofEnded: ticks(13) };
  } catch {
    return undefined;
  }
}

/** CPU microseconds of one process so far; undefined where there is no /proc. */
export const cpuOf = (pid: number): number | undefined => statOf(pid)?.own;

/** The postmaster above a backend, if that backend runs on this machine. */
export function postmasterOf(backendPid: number): number | undefined {
  const backend = statOf(backendPid);
  return backend?.name.includes('postgres') ? backend.parent : undefined;
}

/** CPU microseconds of a process and of all its children, the ended ones included. */
export function cpuOfFamily(pid: number): number | undefined {
  const head = statOf(pid);
  if (!head) return undefined;
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = numbers.map(statOf).filter((stat) => stat?.parent === pid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), head.own + head.ofEnded);
}
