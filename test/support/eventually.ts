import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats until `check` holds; fails with its last failure. For what another connection tells us.
 * @param patienceMs three quarters of a minute; longer for what may be tried again later and later
 */
export async function eventually(check: () => Promise<void>, patienceMs = 45_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
