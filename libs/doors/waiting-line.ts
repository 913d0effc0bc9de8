/** So long those are served who come in one turn of the event loop; the others wait for the next. */
const sliceMs = 2;
/** In a turn that took a new connection: Node takes one a turn, so as long as each turn as many more wait unseen. */
const sliceOfConnectionMs = 0.25;
/** No more than these tell of a slow machine, not of a queue. */
const few = 128;
/** Of those who were served and are not forgotten. */
const most = 256;

interface Waiting {
  since: number;
  serve(): void;
}

/**
 * Who waits for the processor. All that is ready when a turn of the event loop begins would be handled in it, one after the other: under
 * a flood a turn lasts a tenth of a second, nobody knows who has waited, and of those who connect one a turn is taken. So a turn is
 * kept short, and who comes later in it stands in this line, in the order of coming.
 */
export class WaitingLine {
  private waiting: (Waiting | undefined)[] = [];
  /** The first of them who waits still: to take each away from the head would move all others. */
  private first = 0;
  private served: Waiting | undefined;
  private beganAt: number | undefined;
  private lengthMs = sliceMs;

  /** @param afterTurn calls back when all that was ready has been looked at */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly afterTurn: (next: () => void) => void = setImmediate,
  ) {}

  /** Served at once, unless others wait or this turn has done enough. */
  come(serve: () => void): void {
    const now = this.now();
    if (this.beganAt === undefined) {
      this.beganAt = now;
      this.afterTurn(() => this.next());
    } else if (this.length > 0 || now - this.beganAt >= this.lengthMs) {
      this.waiting.push({ since: now, serve });
      return;
    }
    serve();
  }

  /** A connection was taken. */
  connected(): void {
    this.lengthMs = sliceOfConnectionMs;
  }

  get length(): number {
    return this.waiting.length - this.first;
  }

  /** How long the one has waited who is served now, or will be next. */
  get waitMs(): number {
    const head = this.served ?? this.waiting[this.first];
    return head && this.length > few ? this.now() - head.since : 0;
  }

  private next(): void {
    this.beganAt = this.length > 0 ? this.now() : undefined;
    if (this.beganAt === undefined) return;
    const endsAt = this.beganAt + this.lengthMs;
    this.lengthMs = sliceMs;
    // Before they are served, so that one who throws holds nobody up.
    this.afterTurn(() => this.next());
    do this.serveFirst();
    while (this.length > 0 && this.now() < endsAt);
  }

  private serveFirst(): void {
    this.served = this.waiting[this.first];
    // A request that nobody needs any more is collected while it is young.
    this.waiting[this.first++] = undefined;
    if (this.first >= most) this.forgetServed();
    try {
      this.served?.serve();
    } finally {
      this.served = undefined;
    }
  }

  private forgetServed(): void {
    this.waiting = this.waiting.slice(this.first);
    this.first = 0;
  }
}
