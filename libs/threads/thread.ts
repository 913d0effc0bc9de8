import { Worker, type ResourceLimits } from 'node:worker_threads';

/** What a thread says of one piece of work. */
export type Answer = { output: unknown } | { error: string };

export interface ThreadOptions {
  /** The file that it runs: `answerBy` in thread-answers.ts. */
  entry: string;
  /** Longer work is given up, and the thread with it. From asking on, the thread's own start included. */
  deadlineMs: number;
  memory: ResourceLimits;
}

interface Asked {
  resolve(output: unknown): void;
  reject(error: Error): void;
  deadline: NodeJS.Timeout;
}

/** One thread, one piece of work at a time. Once it failed it is dead; the next work needs another one. */
export class Thread {
  private readonly worker: Worker;
  private asked: Asked | undefined;
  isDead = false;

  constructor(private readonly options: ThreadOptions) {
    this.worker = new Worker(options.entry, { resourceLimits: options.memory });
    // A thread that waits for work keeps no process alive.
    this.worker.unref();
    this.worker.on('message', (answer: Answer) => this.settle(answer));
    this.worker.on('error', (error) => this.die(error.message));
    this.worker.on('exit', (code) => this.die(`the thread ended with ${code}`));
  }

  perform(input: unknown): Promise<unknown> {
    const { deadlineMs } = this.options;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.die(`it took longer than ${deadlineMs / 1000} s`);
        void this.worker.terminate();
      };
      this.asked = { resolve, reject, deadline: setTimeout(giveUp, deadlineMs) };
      this.worker.ref();
      this.worker.postMessage(input);
    });
  }

  async end(): Promise<void> {
    this.isDead = true;
    await this.worker.terminate();
  }

  private settle(answer: Answer): void {
    const { asked } = this;
    this.release();
    if ('error' in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.output);
  }

  private die(why: string): void {
    this.isDead = true;
    const { asked } = this;
    this.release();
    asked?.reject(new Error(`Work in a thread failed: ${why}`));
  }

  private release(): void {
    clearTimeout(this.asked?.deadline);
    this.asked = undefined;
    this.worker.unref();
  }
}
