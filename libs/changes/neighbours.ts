import type { Beat } from '#libs/persistence/change-poll';

/** How long a process may be silent until it counts as gone. */
const silenceMs = 3000;
/** How long a write of somebody who gives no sign of life, such as a process of the last release, counts as one. */
const strangerMs = 60_000;

/**
 * Which other processes live, by their beats as this one has seen them change. No clock but its own is asked: not the database's, not
 * another machine's.
 */
export class Neighbours {
  private readonly seen = new Map<string, { beat: number; at: number }>();
  private strangerAt = -Infinity;

  /** @param at milliseconds of a clock that only goes forward */
  observe(beats: readonly Beat[], at: number): void {
    for (const [uid, beat] of beats) {
      if (this.seen.get(uid)?.beat !== beat) this.seen.set(uid, { beat, at });
    }
    // Who is not told of any more is forgotten after its silence only: it may have written just before it left.
    const told = new Set(beats.map(([uid]) => uid));
    for (const [uid, { at: last }] of this.seen) {
      if (!told.has(uid) && at - last > silenceMs) this.seen.delete(uid);
    }
  }

  /** Something was changed by nobody who beats. */
  hearStranger(at: number): void {
    this.strangerAt = at;
  }

  areThere(at: number): boolean {
    if (at - this.strangerAt < strangerMs) return true;
    for (const { at: last } of this.seen.values()) if (at - last < silenceMs) return true;
    return false;
  }
}
