const windowMs = 60_000;
const maxSources = 10_000;
const shownSources = 10;

/** Lines that one window did not write, by their event. */
export interface LeftOut {
  event: string;
  count: number;
  /** The sources that caused most of them, with their share. */
  most: Record<string, number>;
}

interface Window {
  startedAt: number;
  /** Lines asked for, by event and source. */
  bySource: Map<string, Map<string, number>>;
  /** Lines written, by event. */
  written: Map<string, number>;
  sources: number;
}

/**
 * How many lines each source may cause within a minute, and all together: a flood of refusals must not fill a disk, nor hide
 * the others. What is left out is counted.
 */
export class LineBudget {
  private window = this.opened();

  constructor(
    private readonly perSource: number,
    private readonly perEvent: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get isOver(): boolean {
    return this.now() - this.window.startedAt >= windowMs;
  }

  /** Counts a line, and says whether it may be written. */
  admits(event: string, source: string): boolean {
    const sources = this.window.bySource.get(event) ?? new Map<string, number>();
    this.window.bySource.set(event, sources);
    const asked = (sources.get(source) ?? 0) + 1;
    // Beyond so many, sources share one count: memory is bounded whatever addresses a flood has.
    if (asked === 1 && this.window.sources++ >= maxSources) return this.count(sources, 'others');
    sources.set(source, asked);
    const written = this.window.written.get(event) ?? 0;
    if (asked > this.perSource || written >= this.perEvent) return false;
    this.window.written.set(event, written + 1);
    return true;
  }

  /** Ends the window. @returns what it left out */
  close(): LeftOut[] {
    const { bySource, written } = this.window;
    this.window = this.opened();
    return [...bySource].flatMap(([event, sources]) => {
      const asked = [...sources.values()].reduce((sum, count) => sum + count, 0);
      const count = asked - (written.get(event) ?? 0);
      if (count === 0) return [];
      const most = [...sources].sort(([, a], [, b]) => b - a).slice(0, shownSources);
      return [{ event, count, most: Object.fromEntries(most) }];
    });
  }

  private count(sources: Map<string, number>, source: string): false {
    sources.set(source, (sources.get(source) ?? 0) + 1);
    return false;
  }

  private opened(): Window {
    return { startedAt: this.now(), bySource: new Map(), written: new Map(), sources: 0 };
  }
}
