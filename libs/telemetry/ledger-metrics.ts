import { Counter, type Registry } from 'prom-client';
import { lately } from './lately';
import { tellGauge } from './told-gauge';

/** Of a proof of a ledger of credits. `failed`: it could not be carried out. */
export type LedgerOutcome = 'holds' | 'broken' | 'failed';

/** How it stands with the nightly proofs. */
export interface LedgersState {
  /** Ledgers that did not hold when they were proven last. */
  broken: number;
  /** How long the one that waits for longest has been due. */
  lateSeconds: number;
}

const stateKnownMs = 5000;

/** What proofs of ledgers come to. */
export class LedgerMetrics {
  private readonly ledgers: Counter<'outcome'>;
  private readonly rows: Counter;

  constructor(private readonly registry: Registry) {
    this.ledgers = new Counter({
      name: 'ledgers_proven_total',
      help: 'Ledgers of credits that were proven at night, by what became of it: holds, broken, or failed where it could not be done.',
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
    this.rows = new Counter({
      name: 'ledger_rows_proven_total',
      help: 'Entries of ledgers of credits that held when they were proven at night.',
      registers: [registry],
    });
  }

  /** @param rows that hold */
  proven(outcome: LedgerOutcome, rows: number): void {
    this.ledgers.inc({ outcome });
    this.rows.inc(rows);
  }

  /** The database is asked at a scrape, once for all that come within some seconds; while it is away, nothing is known. */
  setGauges(read: () => Promise<LedgersState>): void {
    const recently = lately(read, stateKnownMs);
    const broken = 'Ledgers of credits that did not hold when they were proven last, up to a thousand.';
    tellGauge(this.registry, 'broken_ledgers', broken, async () => (await recently())?.broken ?? Number.NaN);
    const late = 'How long ago the ledger of credits that waits for longest should have been proven.';
    tellGauge(
      this.registry,
      'ledger_proof_late_seconds',
      late,
      async () => (await recently())?.lateSeconds ?? Number.NaN,
    );
  }
}
