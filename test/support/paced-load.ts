import { setTimeout as pause } from 'node:timers/promises';

export interface Asked<A> {
  answer: A;
  /** From when it was due until it was answered. */
  tookMs: number;
}

/** How often those are sent who are due. */
const lookEachMs = 5;

/** Callers who come at a rate of their own, whether those before them are answered or not. */
export class PacedLoad<A> {
  /** Of those who got no answer. */
  readonly failures: Error[] = [];
  private readonly coming = new Set<Promise<void>>();
  private answers: Asked<A>[] = [];
  private isOver = false;
  private sending: Promise<void> = Promise.resolve();
  sent = 0;

  constructor(
    private readonly perSecond: number,
    private readonly ask: () => Promise<A>,
  ) {}

  start(): this {
    this.sending = this.send();
    return this;
  }

  /** Of who was answered since it was last asked. */
  taken(): Asked<A>[] {
    const taken = this.answers;
    this.answers = [];
    return taken;
  }

  /** Nobody comes any more, and all have their answer or have failed. @returns as `taken` */
  async end(): Promise<Asked<A>[]> {
    this.isOver = true;
    await this.sending;
    await Promise.all(this.coming);
    return this.taken();
  }

  private async send(): Promise<void> {
    const startedAt = performance.now();
    while (!this.isOver) {
      const due = ((performance.now() - startedAt) / 1000) * this.perSecond;
      while (this.sent < due) this.come(startedAt + (this.sent++ / this.perSecond) * 1000);
      await pause(lookEachMs);
    }
  }

  private come(dueAt: number): void {
    const answered = this.ask().then(
      (answer) => void this.answers.push({ answer, tookMs: performance.now() - dueAt }),
      (error: Error) => void this.failures.push(error),
    );
    const gone = answered.finally(() => this.coming.delete(gone));
    this.coming.add(gone);
  }
}
