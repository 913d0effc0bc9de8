import { BoundedMap } from '#libs/kernel/bounded-map';
import type { Counters, FiledReport } from './domain/report-batch';
import type { Counter } from './domain/usage-ledger';

// Some kilobytes each: enough for those who report at the same time.
const mostCounters = 10_000;
const mostKeys = 20_000;

/**
 * Counters as this process left them when it last wrote them, and the keys that it counted lately. Nothing here is trusted:
 * a write holds each counter against its revision, and the table refuses a key that it has. So an entry may be old, missing or
 * forgotten at any time; it saves reads where one process counts, and costs a refused statement where another one did.
 */
export class HeldCounters {
  private readonly counters = new BoundedMap<string, Counter>(mostCounters);
  private readonly keys = new BoundedMap<string, true>(mostKeys);

  /** Those that are held go out of here: whatever becomes of the group, they are changed and may not be what is stored. */
  take(environmentId: string, reports: readonly FiledReport[]): Map<string, Counter> {
    const taken = new Map<string, Counter>();
    for (const { counterId } of reports) {
      if (taken.has(counterId)) continue;
      const held = `${environmentId}/${counterId}`;
      const counter = this.counters.get(held);
      if (!counter) continue;
      taken.set(counterId, counter);
      this.counters.delete(held);
    }
    return taken;
  }

  /** Whether a key was counted lately: then the tables are asked for its measurement before anything is decided. */
  isRepeated(environmentId: string, reports: readonly FiledReport[]): boolean {
    return reports.some(
      ({ report: { idempotencyKey }, counterId }) =>
        idempotencyKey !== null && this.keys.get(`${environmentId}/${counterId}/${idempotencyKey}`),
    );
  }

  /** After they were written: with the totals that were counted into, for those are counted into again. */
  keep(environmentId: string, counters: Counters): void {
    for (const [id, counter] of counters) {
      const held = `${environmentId}/${id}`;
      for (const key of counter.known.keys()) this.keys.set(`${held}/${key}`, true);
      counter.known.clear();
      this.counters.set(held, counter);
    }
  }
}
