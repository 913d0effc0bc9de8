import { currentContext, type RequestContext } from './request-context';

/** What was read of a state that may be older than its question. Of several states an answer is as old as the oldest. */
export function noteStanding({ version, stalenessMs }: { version: number; stalenessMs: number }): void {
  const told = currentContext()?.standing;
  if (!told) return;
  told.read = Math.min(told.read ?? version, version);
  told.stalenessMs = Math.max(told.stalenessMs ?? 0, stalenessMs);
}

/** What was written: who asks with it is answered from a state that has it. */
export function noteVersion(version: number): void {
  const told = currentContext()?.standing;
  if (told) told.written = Math.max(told.written, version);
}

/** Which state the answer tells of; 0: of none that has a place. */
export const versionOf = ({ written, read = 0 }: RequestContext['standing']): number =>
  Math.max(written, read);
