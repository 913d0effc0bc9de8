/** Where background work stands. Domain: catalog L7 */
export const taskStates = [
  'PENDING',
  'IN_PROGRESS',
  'COMPLETED',
  'PARTIALLY_FAILED',
  'FAILED',
  'CANCELED',
] as const;
export type TaskState = (typeof taskStates)[number];

/** How many subjects have had their turn, by how it went. */
export interface TaskTally {
  done: number;
  failed: number;
}

/** Of a task whose subjects have all had their turn. Domain: catalog L7 */
export function outcomeOf({ done, failed }: TaskTally): TaskState {
  if (failed === 0) return 'COMPLETED';
  return done === 0 ? 'FAILED' : 'PARTIALLY_FAILED';
}
