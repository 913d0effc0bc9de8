import { BoundedMap } from '#libs/kernel/bounded-map';
import { counterId, type Counters } from './domain/report-batch';
import type { CounterKey } from './domain/counter';
import type { Counter, UsageReport } from './domain/usage-ledger';

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

  of(environmentId: string, reports: readonly UsageReport[]): Map<string, Counter> {
    const found = new Map<string, Counter>();
    for (const report of reports) {
      const id = counterId(report);
      const counter = this.counters.get(`${environmentId}/${id}`);
      if (counter) found.set(id, counter);
    }
    return found;
  }

  /** Whether a key was counted lately: then the tables are asked for its measurement before anything is decided. */
  isRepeated(environmentId: string, reports: readonly UsageReport[]): boolean {
    return reports.some(
      (report) =>
        report.idempotencyKey !== null &&
        this.keys.get(`${environmentId}/${counterId(report)}/${report.idempotencyKey}`),
    );
  }

  /** After they were written: with the totals that were counted into, for those are counted into again. */
  keep(environmentId: string, counters: Counters): void {
    for (const [id, counter] of counters) {
      for (const key of counter.known.keys()) this.keys.set(`${environmentId}/${id}/${key}`, true);
      counter.known.clear();
      this.counters.set(`${environmentId}/${id}`, counter);
    }
  }

  forget(environmentId: string, keys: readonly CounterKey[]): void {
    for (const key of keys) this.counters.delete(`${environmentId}/${counterId(key)}`);
  }
}
