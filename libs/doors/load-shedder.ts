/** What a request would wait for. */
export interface Pressure {
  /** For a connection of the database. */
  poolWaitMs: number;
  /** For the event loop. */
  loopDelayMs: number;
  /** For those who came before it. */
  lineMs: number;
}

interface Bound {
  /** More of it begins an overload, once it has lasted longer than patience: bursts pass, a queue that stands only grows. */
  readonly mostMs: number;
  readonly patienceMs: number;
  /** As much of it as those have who are let in during an overload. */
  readonly keptMs: number;
}

// A request waits for a connection once or twice, and for the loop at each of its five or so steps; a neighbour on the machine
// makes the loop late for a moment.
const bounds: Readonly<Record<keyof Pressure, Bound>> = {
  poolWaitMs: { mostMs: 200, patienceMs: 100, keptMs: 50 },
  loopDelayMs: { mostMs: 50, patienceMs: 250, keptMs: 20 },
  // A thousand who come at once, or who came while the machine stood still for a moment, are served within its patience. Who is let in
  // waits for little else, so it is kept shortest.
  lineMs: { mostMs: 50, patienceMs: 200, keptMs: 5 },
};
const signals = Object.keys(bounds) as (keyof Pressure)[];

/** Nobody refused for as long: the overload is over. */
const calmMs = 1000;
/** Of those who would be refused, so many are refused in turn and the next one is let in. */
const refusedInTurn = 7;

/**
 * Decides who is let in. A queue that stands costs everybody the same wait and serves nobody sooner, so during an
 * overload it is kept short: who would make it longer is refused. Not quite all of them: a caller who is inside and asks on at
 * once would take every place that becomes free, and who was refused and pauses before coming again would never get one.
 */
export class LoadShedder {
  private entered = 0;
  /** Since when more than the bound is seen at every look. */
  private readonly pressedSince = new Map<keyof Pressure, number>();
  private refusedAt = -Infinity;
  private inTurn = 0;

  /** @param always so many are let in whatever the pressure */
  constructor(
    private readonly always: number,
    private readonly pressure: () => Pressure,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Whether this one is let in.
   * @param waiting how many wait behind it: what is answered from memory leaves at once, so that nobody is inside tells nothing
   */
  admits(waiting = 0): boolean {
    if (this.entered + waiting < this.always || !this.isOverloaded() || this.isTheirTurn()) return true;
    this.refusedAt = this.now();
    return false;
  }

  /** After it was let in; then `left` follows. */
  enter(): void {
    this.entered++;
  }

  private isTheirTurn(): boolean {
    this.inTurn = (this.inTurn + 1) % (refusedInTurn + 1);
    return this.inTurn === 0;
  }

  /** How many were let in and have not left. */
  get inside(): number {
    return this.entered;
  }

  left(): void {
    this.entered--;
  }

  /** As often as possible: pressure that ceases between two looks is taken for pressure that never ceased. */
  look(): void {
    const pressed = this.exceeds('mostMs');
    for (const signal of signals) {
      if (!pressed.includes(signal)) this.pressedSince.delete(signal);
      else if (!this.pressedSince.has(signal)) this.pressedSince.set(signal, this.now());
    }
  }

  private isOverloaded(): boolean {
    this.look();
    const now = this.now();
    if (this.isRefusing) return this.exceeds('keptMs').length > 0;
    return signals.some(
      (signal) => now - (this.pressedSince.get(signal) ?? now) >= bounds[signal].patienceMs,
    );
  }

  private exceeds(bound: 'mostMs' | 'keptMs'): (keyof Pressure)[] {
    const pressure = this.pressure();
    return signals.filter((signal) => pressure[signal] > bounds[signal][bound]);
  }

  get isRefusing(): boolean {
    return this.now() - this.refusedAt < calmMs;
  }
}
