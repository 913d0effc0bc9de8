import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats until `check` holds; fails with its last failure after half a minute. For what another connection tells us. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await check();
    } catch (error) {
      if (tries === 1500) throw error;
      await sleep(20);
    }
  }
}
