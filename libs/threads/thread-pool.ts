import { Thread, type ThreadOptions } from './thread';

export interface ThreadPoolOptions extends ThreadOptions {
  threads: number;
  /** More work than this is refused while all threads are busy. */
  longestQueue: number;
  /** A thread without work ends after this time. */
  idleMs: number;
}

/**
 * Work beside the event loop, in few threads. They start when there is work and go when there is none; a thread that crashed,
 * hung or took too much memory fails the work it had, and the next work gets a new one. ADR-0040
 */
export class ThreadPool<Input, Output> {
  private readonly resting: Thread[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly running = new Set<Promise<unknown>>();
  private busy = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: ThreadPoolOptions) {}

  /** @throws Error when it fails, when its thread does, and when too much waits already */
  async run(input: Input): Promise<Output> {
    const { longestQueue } = this.options;
    if (this.waiting.length >= longestQueue) {
      throw new Error(`${longestQueue} pieces of work wait for a thread already; ask again later`);
    }
    const work = this.inTurn(input);
    this.running.add(work);
    return work.finally(() => this.running.delete(work)) as Promise<Output>;
  }

  /** When the work of this moment is done. Work that comes later starts threads again. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.running);
    clearTimeout(this.idle);
    await Promise.all(this.resting.splice(0).map((thread) => thread.end()));
  }

  /** Threads that live. */
  get size(): number {
    return this.busy + this.resting.filter(({ isDead }) => !isDead).length;
  }

  private async inTurn(input: Input): Promise<unknown> {
    clearTimeout(this.idle);
    if (this.busy < this.options.threads) this.busy++;
    // Whoever ends hands its place on.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    const thread = this.living() ?? new Thread(this.options);
    try {
      return await thread.perform(input);
    } finally {
      if (!thread.isDead) this.resting.push(thread);
      this.handOn();
    }
  }

  /** A resting thread may have died of something else. */
  private living(): Thread | undefined {
    let thread = this.resting.pop();
    while (thread?.isDead) thread = this.resting.pop();
    return thread;
  }

  private handOn(): void {
    const next = this.waiting.shift();
    if (next) return next();
    this.busy--;
    if (this.busy > 0) return;
    const letGo = (): void => this.resting.splice(0).forEach((thread) => void thread.end());
    this.idle = setTimeout(letGo, this.options.idleMs).unref();
  }
}
