import { BoundedMap } from '#libs/kernel/bounded-map';

/** Longer than a group's answer may be on its way while a poll tells of it already. */
const remembered = 20_000;

/**
 * Groups that this process has written, by their revisions. What a group has left is held before it is acknowledged, so that nobody waits for
 * a poll; but a poll may tell of it before its own answer has come. ADR-0054
 */
export class OwnGroups {
  private readonly known = new BoundedMap<string, 'held' | 'passed'>(remembered);

  /** Its answer has come. @returns false where a poll has told of it: somebody may have written after it, so nothing of it is held */
  hold(revision: string): boolean {
    const isPassed = this.known.get(revision) === 'passed';
    this.known.set(revision, 'held');
    return !isPassed;
  }

  /** A poll tells of it. @returns whether it is held already */
  isHeld(revision: string | null): boolean {
    if (revision === null) return false;
    if (this.known.get(revision) === 'held') return true;
    this.known.set(revision, 'passed');
    return false;
  }
}
