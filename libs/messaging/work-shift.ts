import { Lookout } from './lookout';

/** A piece of work that is in the hands of this process. It rejects with nothing. */
export type TakenWork = () => Promise<void>;

/** Takes up pieces of work, so many at once, when it is woken and every so often, because other processes leave some too. */
export class WorkShift {
  private readonly running = new Set<Promise<void>>();
  private readonly lookout: Lookout;

  /**
   * @param take the next piece that nobody works on
   * @param failed told of what `take` throws; it is tried again the next time
   */
  constructor(
    private readonly take: () => Promise<TakenWork | undefined>,
    private readonly capacity: number,
    everyMs: number,
    failed: (error: unknown) => void,
  ) {
    this.lookout = new Lookout(() => this.look(), everyMs, failed);
  }

  get isStopping(): boolean {
    return this.lookout.isStopping;
  }

  /** May follow a stop. */
  start(): void {
    this.lookout.start();
  }

  /** Returns when all that is under way is over. @param letGo called once nothing more is taken up */
  async stop(letGo: () => void = () => undefined): Promise<void> {
    await this.lookout.stop();
    letGo();
    await Promise.all(this.running);
  }

  /** There may be something to do. */
  wake(): void {
    this.lookout.wake();
  }

  private async look(): Promise<void> {
    while (this.running.size < this.capacity && !this.isStopping) {
      const work = await this.take();
      if (!work) return;
      const run = work().finally(() => {
        this.running.delete(run);
        this.wake();
      });
      this.running.add(run);
    }
  }
}
