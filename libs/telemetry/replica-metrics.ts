import { Counter, type Registry } from 'prom-client';
import { tellGauge } from './told-gauge';

/** Who answered, or why the primary did. */
export type ReplicaOutcome = 'replica' | 'behind' | 'busy' | 'away' | 'conflict' | 'failed';

/** How it goes with the read replica. */
export class ReplicaMetrics {
  private readonly reads: Counter<'outcome'>;

  constructor(private readonly registry: Registry) {
    this.reads = new Counter({
      name: 'replica_reads_total',
      help: 'Statements of lists and reports by who answered: replica, or the primary because the replica was behind, busy or away, in conflict with its recovery, or failed.',
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
  }

  asked(outcome: ReplicaOutcome): void {
    this.reads.inc({ outcome });
  }

  /** In seconds, of a process that has a replica. */
  setLagGauge(read: () => number): void {
    const name = 'replica_lag_seconds';
    this.registry.removeSingleMetric(name);
    const help =
      'How long ago the newest commit was made that the read replica has carried out; 0 where it has all, not a number while it is not used.';
    tellGauge(this.registry, name, help, read);
  }
}
