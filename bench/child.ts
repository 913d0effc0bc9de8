import { spawn } from 'node:child_process';

/** A Node program that listens, as a child of this one. */
export interface Child {
  pid: number;
  url: string;
  /** Milliseconds from the start to the line that tells the address. */
  startMs: number;
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>;
}

const addressLine = /listening on (http:\/\/\S+)/;
const startLimitMs = 60_000;

/** @throws Error with the program's output when it ends, or tells no address in time */
export async function startChild(
  script: string,
  variables: Record<string, string>,
  flags: string[] = [],
): Promise<Child> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
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
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => giveUp(`ended with ${code}`));
  });
  const stop = (): Promise<void> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { pid: child.pid as number, url, startMs: performance.now() - startedAt, stop };
}
