import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A Node program that listens, as a child of this one. */
export interface Child {
  pid: number;
  url: string;
  /** Milliseconds from the start to the line that tells the address. */
  startMs: number;
  /** @returns what it says to a question of this process, if it was started to be asked */
  ask(question: string): Promise<unknown>;
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>;
}

interface ChildOptions {
  /** Of Node. */
  flags?: string[];
  /** With a channel for questions. */
  isAsked?: boolean;
}

const addressLine = /listening on (http:\/\/\S+)/;
const startLimitMs = 60_000;

/** None outlives the bench: an interruption may come before one is known by its address. */
const living = new Set<ChildProcess>();
process.once('exit', () => living.forEach((child) => child.kill('SIGKILL')));

/** @throws Error with the program's output when it ends, or tells no address in time */
export async function startChild(
  script: string,
  variables: Record<string, string>,
  { flags = [], isAsked = false }: ChildOptions = {},
): Promise<Child> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe', ...(isAsked ? ['ipc' as const] : [])],
  });
  living.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => living.delete(child));
  const url = await addressOf(child, script);
  const ask = async (question: string): Promise<unknown> => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as unknown[];
    return answer;
  };
  const stop = (): Promise<void> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { pid: child.pid as number, url, startMs: performance.now() - startedAt, ask, stop };
}

function addressOf(child: ChildProcess, script: string): Promise<string> {
  let output = '';
  return new Promise<string>((resolve, reject) => {
    const giveUp = (why: string) => reject(new Error(`${script} ${why}:\n${output}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      giveUp(`told no address within ${startLimitMs / 1000} s`);
    }, startLimitMs);
    const read = (text: string): void => {
      output = (output + text).slice(-20_000);
      const [, address] = addressLine.exec(output) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => giveUp(`ended with ${code}`));
  });
}
