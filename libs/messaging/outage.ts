import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from '#libs/persistence/pg-errors';

const firstPauseMs = 100;
const longestPauseMs = 1000;
/** By then other processes take a job for one that a dead process left (worker.ts), and a lease has run out long before. */
const limitMs = 300_000;

/**
 * Background work that meets a database that is away waits for it and begins again, so that an outage uses up no attempt of
 * it. What is begun again finds its transactions undone or noted as done.
 * @param mustStop asked before each repetition: the process is ending
 */
export async function acrossOutages<T>(work: () => Promise<T>, mustStop: () => boolean): Promise<T> {
  let waitedMs = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || waitedMs >= limitMs || mustStop()) throw error;
      await pause(pauseMs);
      if (mustStop()) throw error;
      waitedMs += pauseMs;
    }
  }
}
