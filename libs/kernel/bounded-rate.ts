interface Window {
  readonly endsAt: number;
  suppressed: number;
}

/** Lets one of each name through per window and counts the others. Names are few: no caller may invent one. */
export class BoundedRate {
  private readonly windows = new Map<string, Window>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly windowMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns how many were held back since the last one that passed; undefined when this one is held back too */
  pass(name: string): { suppressed: number } | undefined {
    const window = this.windows.get(name);
    const now = this.now();
    if (window && now < window.endsAt) {
      window.suppressed++;
      return undefined;
    }
    this.windows.set(name, { endsAt: now + this.windowMs, suppressed: 0 });
    return { suppressed: window?.suppressed ?? 0 };
  }
}
