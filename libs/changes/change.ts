import type { Change } from '#libs/persistence/change-poll';

export type { Change };

/** Who holds something in memory that changes make wrong. Nothing here may wait: a change and the next answer are one after the other. */
export interface Follower {
  changed(changes: readonly Change[]): void;
  /** What was changed is not known: nothing that is held may be used again. */
  lost(): void;
}

/** Of which state an answer is. */
export interface Standing {
  /** A place in the database's order of changes, which only grows. */
  version: number;
  /** How old the state may be at most. */
  stalenessMs: number;
}
