interface Write<S> {
  state: S;
  /** By performance.now() of the test, which writes and checks. */
  startedAt: number;
  /** Infinity while nobody has said that it is done. */
  acknowledgedAt: number;
  /** What the answer told as X-Entitlements-Version. */
  version: string | null;
}

/** The states of one number in their order, written one after the other: what an answer may show, and what not. */
export class AcknowledgedLog<S> {
  private readonly writes: Write<S>[];

  constructor(first: S) {
    this.writes = [{ state: first, startedAt: -Infinity, acknowledgedAt: -Infinity, version: null }];
  }

  get newest(): Readonly<Write<S>> {
    return this.writes.at(-1) as Write<S>;
  }

  get length(): number {
    return this.writes.length;
  }

  /** Before it is sent: from now on it may be seen. @returns what is called when it is acknowledged */
  begin(state: S, startedAt = performance.now()): (version?: string | null) => void {
    const write: Write<S> = { state, startedAt, acknowledgedAt: Infinity, version: null };
    this.writes.push(write);
    return (version = null) => {
      write.acknowledgedAt = performance.now();
      write.version = version;
    };
  }

  /**
   * From the newest that was acknowledged by `since` to the last that had been sent by `until`.
   * @param since an answer must not be older than this
   */
  allowed(since: number, until: number): S[] {
    const oldest = this.writes.findLastIndex(({ acknowledgedAt }) => acknowledgedAt <= since);
    return this.writes
      .slice(oldest)
      .filter(({ startedAt }) => startedAt <= until)
      .map(({ state }) => state);
  }
}
