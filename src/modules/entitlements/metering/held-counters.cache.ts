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
  take(reports: readonly FiledReport[]): Map<string, Counter> {
    const taken = new Map<string, Counter>();
    for (const { counterId } of reports) {
      const counter = this.counters.get(counterId);
      if (!counter) continue;
      taken.set(counterId, counter);
      this.counters.delete(counterId);
    }
    return taken;
  }

  /** Whether a key was counted lately: then the tables are asked for its measurement before anything is decided. */
  isRepeated(reports: readonly FiledReport[]): boolean {
    return reports.some(({ keyId }) => keyId !== null && this.keys.get(keyId));
  }

  /** After they were written: with the totals that were counted into, for those are counted into again. */
  keep(reports: readonly FiledReport[], counters: Counters): void {
    for (const { keyId } of reports) if (keyId !== null) this.keys.set(keyId, true);
    for (const [id, counter] of counters) {
      counter.known.clear();
      this.counters.set(id, counter);
    }
  }
}
