import { subjectOf, type LoggedChange } from './logged-change';

const leastMs = 1000;

interface Held {
  /** Of the first change that was not told. */
  since: number;
  change: LoggedChange;
}

/**
 * A counter is told once a second at most: what changes in between waits, and the last of it is told when its second is over. What waits
 * keeps the place of the stream below it, so that who leaves meanwhile is told when coming back. Domain: entitlements-usage C4
 */
export class Pace {
  private readonly toldAt = new Map<string, number>();
  /** In the order of their places. */
  private readonly held = new Map<string, Held>();
  /** The newest that was told of or waits. */
  private version = 0;

  /** Those of a round that are told now, in the order of their places. */
  admit(changes: readonly LoggedChange[], now: number): LoggedChange[] {
    const due = this.takeDue(now);
    for (const { version } of changes) this.version = Math.max(this.version, version);
    const admitted = changes.filter((change) => {
      if (change.kind !== 'usage') return true;
      const subject = subjectOf(change);
      const before = this.toldAt.get(subject);
      if (before === undefined || isOver(before, now)) {
        this.toldAt.set(subject, now);
        return true;
      }
      this.held.set(subject, { since: this.held.get(subject)?.since ?? change.position, change });
      return false;
    });
    return [...due, ...admitted];
  }

  /** Up to where all is told, when all else was told up to `position`. */
  safe(position: number): number {
    const [first] = this.held.values();
    return first ? Math.min(first.since - 1, position) : position;
  }

  clear(): void {
    this.toldAt.clear();
    this.held.clear();
  }

  private takeDue(now: number): LoggedChange[] {
    for (const [subject, at] of this.toldAt) if (isOver(at, now)) this.toldAt.delete(subject);
    const due: LoggedChange[] = [];
    for (const [subject, { change }] of this.held) {
      if (this.toldAt.has(subject)) continue;
      this.held.delete(subject);
      this.toldAt.set(subject, now);
      // What else its customer was told meanwhile is in it too, for it is answered now: else it would come after something newer.
      due.push({ ...change, version: Math.max(change.version, this.version) });
    }
    return due.sort((a, b) => a.position - b.position);
  }
}

/** A clock that was set back ends every second that it knows of. */
const isOver = (at: number, now: number): boolean => now < at || now - at >= leastMs;
