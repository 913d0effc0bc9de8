/** Where the command is typed: a terminal, a pipeline, a test. */
export interface Terminal {
  /** What the command is asked for. */
  write(text: string): void;
  /** What it says beside: progress, refusals. */
  tell(text: string): void;
  /** Understands colours and a line that is written over. */
  isTerminal: boolean;
  /** Asks a person; undefined where there is none to ask. */
  ask?(question: string): Promise<string>;
}

/** A message for whoever typed the command; everything else that is thrown is a fault. */
export class Advice extends Error {}

const tickMs = 1000;

/** A line that counts the seconds, on a terminal. @param course what else it tells by then */
export async function whileTelling<T>(
  what: string,
  terminal: Terminal,
  work: () => Promise<T>,
  course: () => string = () => '',
): Promise<T> {
  if (!terminal.isTerminal) return work();
  const startedAt = performance.now();
  const tick = setInterval(() => {
    terminal.tell(`\r\x1b[K${what} … ${Math.round((performance.now() - startedAt) / 1000)} s${course()}`);
  }, tickMs);
  try {
    return await work();
  } finally {
    clearInterval(tick);
    terminal.tell('\r\x1b[K');
  }
}
