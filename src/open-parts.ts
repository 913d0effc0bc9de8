interface Part {
  name: string;
  close(graceMs: number): Promise<void>;
}

/** The process is to end before it has begun. */
export class StartInterrupted extends Error {}

/** A part may be slow although the time is over: closing it is a matter of a moment, of waiting for nothing. */
const leastMs = 500;

/**
 * What was opened, to be closed in the other order, after a failed start too. A part that hangs or fails keeps no other from
 * being closed.
 */
export class OpenParts {
  private readonly parts: Part[] = [];
  private isClosing = false;

  /**
   * @param close is told how long it may take
   * @throws StartInterrupted when the others are being closed already; this one will be, too
   */
  add(name: string, close: (graceMs: number) => Promise<void>): void {
    this.parts.unshift({ name, close });
    if (this.isClosing) throw new StartInterrupted();
  }

  /** From now on nothing more is opened. */
  interrupt(): void {
    this.isClosing = true;
  }

  /**
   * @param reservedMs of the grace, for the part that was opened first: the database
   * @returns what went wrong, by part
   */
  async close(graceMs: number, reservedMs: number): Promise<Map<string, unknown>> {
    this.interrupt();
    const wrong = new Map<string, unknown>();
    const end = performance.now() + graceMs;
    while (this.parts.length > 0) {
      const part = this.parts.shift() as Part;
      const reserved = this.parts.length > 0 ? reservedMs : 0;
      const limitMs = Math.max(leastMs, end - performance.now() - reserved);
      await inTime(part.close(limitMs), limitMs).catch((error: unknown) => wrong.set(part.name, error));
    }
    return wrong;
  }
}

/** What is told to a part as its time is a little less than what it has: it is to give up by itself. */
const toleranceMs = 250;

async function inTime(work: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not closed after ${Math.round(limitMs)} ms`)),
      limitMs + toleranceMs,
    );
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
