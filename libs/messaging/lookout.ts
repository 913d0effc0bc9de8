/**
 * Looks for work when it is woken, and every so often, because other processes make some too. Never twice at once: who wakes it while it looks has
 * it look once more.
 */
export class Lookout {
  private looking?: Promise<void>;
  private isWoken = false;
  private isOver = false;
  private timer?: NodeJS.Timeout;

  /**
   * @param look until nothing is left, or `isStopping`
   * @param failed told of what `look` throws; it is tried again the next time
   */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly everyMs: number,
    private readonly failed: (error: unknown) => void,
  ) {}

  get isStopping(): boolean {
    return this.isOver;
  }

  get isRunning(): boolean {
    return this.timer !== undefined;
  }

  /** May follow a stop. */
  start(): void {
    if (this.timer) return;
    this.isOver = false;
    this.timer = setInterval(() => this.wake(), this.everyMs).unref();
    this.wake();
  }

  /** Returns when the last look is over. */
  async stop(): Promise<void> {
    this.isOver = true;
    clearInterval(this.timer);
    this.timer = undefined;
    await this.looking;
  }

  /** There may be something to do. */
  wake(): void {
    this.isWoken = true;
    this.looking ??= this.lookOn()
      .catch(this.failed)
      .finally(() => {
        this.looking = undefined;
        // Woken after the last look and before this.
        if (this.isWoken && !this.isOver) this.wake();
      });
  }

  private async lookOn(): Promise<void> {
    while (this.isWoken && !this.isOver) {
      this.isWoken = false;
      await this.look();
    }
  }
}
