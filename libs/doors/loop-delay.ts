const tickMs = 20;

/** How late the event loop is: what comes now waits at least as long before anybody looks at it. */
export class LoopDelay {
  private timer?: NodeJS.Timeout;
  private tickedAt = 0;
  private lastMs = 0;

  /** @param onTick told after each look */
  start(onTick: () => void): void {
    this.stop();
    this.tickedAt = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      this.lastMs = Math.max(0, now - this.tickedAt - tickMs);
      this.tickedAt = now;
      onTick();
    }, tickMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.lastMs = 0;
  }

  get isWatched(): boolean {
    return this.timer !== undefined;
  }

  /** The last one measured, or the one that goes on. */
  get ms(): number {
    return this.isWatched ? Math.max(this.lastMs, performance.now() - this.tickedAt - tickMs) : 0;
  }
}
