import { currentContext } from './request-context';

/** What was read of a state that may be older than its question. */
export function noteStanding({ version, stalenessMs }: { version: number; stalenessMs: number }): void {
  noteVersion(version);
  const told = currentContext()?.standing;
  if (told) told.stalenessMs = Math.max(told.stalenessMs ?? 0, stalenessMs);
}

/** What was written: who asks with it is answered from a state that has it. */
export function noteVersion(version: number): void {
  const told = currentContext()?.standing;
  if (told) told.version = Math.max(told.version, version);
}
