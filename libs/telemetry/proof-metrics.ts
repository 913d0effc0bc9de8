import { Counter, type Registry } from 'prom-client';
import { lately } from './lately';
import { tellGauge } from './told-gauge';

/** Of a proof of a chain. `failed`: it could not be carried out. */
export type ProofOutcome = 'holds' | 'broken' | 'failed';

/** How it stands with the nightly proofs. */
export interface ProofsState {
  /** Chains that did not hold when they were proven last. */
  broken: number;
  /** How long the one that waits for longest has been due. */
  lateSeconds: number;
}

/** Of one kind of chain, as its metrics name and explain it. */
export interface ChainWords {
  /** `ledgers` of `ledgers_proven_total`. */
  chains: string;
  /** `ledger_rows` of `ledger_rows_proven_total`. */
  rows: string;
  /** `broken_ledgers`. */
  broken: string;
  /** `ledger_proof_late_seconds`. */
  late: string;
  /** In the plural: `Ledgers of credits`. */
  noun: string;
}

export const ledgerWords: ChainWords = {
  chains: 'ledgers_proven_total',
  rows: 'ledger_rows_proven_total',
  broken: 'broken_ledgers',
  late: 'ledger_proof_late_seconds',
  noun: 'ledgers of credits',
};

export const activityWords: ChainWords = {
  chains: 'activity_logs_proven_total',
  rows: 'activity_rows_proven_total',
  broken: 'broken_activity_logs',
  late: 'activity_proof_late_seconds',
  noun: 'activity logs',
};

const stateKnownMs = 5000;
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What proofs of one kind of chain come to. */
export class ProofMetrics {
  private readonly chains: Counter<'outcome'>;
  private readonly rows: Counter;

  constructor(
    private readonly registry: Registry,
    private readonly words: ChainWords,
  ) {
    this.chains = new Counter({
      name: words.chains,
      help: `${capitalized(words.noun)} that were proven at night, by what became of it: holds, broken, or failed where it could not be done.`,
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
    this.rows = new Counter({
      name: words.rows,
      help: `Rows of ${words.noun} that held when they were proven at night.`,
      registers: [registry],
    });
  }

  /** @param rows that hold */
  proven(outcome: ProofOutcome, rows: number): void {
    this.chains.inc({ outcome });
    this.rows.inc(rows);
  }

  /** The database is asked at a scrape, once for all that come within some seconds; while it is away, nothing is known. */
  setGauges(read: () => Promise<ProofsState>): void {
    const { broken, late, noun } = this.words;
    const recently = lately(read, stateKnownMs);
    const brokenHelp = `${capitalized(noun)} that did not hold when they were proven last, up to a thousand.`;
    tellGauge(this.registry, broken, brokenHelp, async () => (await recently())?.broken ?? Number.NaN);
    const lateHelp = `How long ago the one of ${noun} that waits for longest should have been proven.`;
    tellGauge(this.registry, late, lateHelp, async () => (await recently())?.lateSeconds ?? Number.NaN);
  }
}
