import { Counter, type Registry } from 'prom-client';

/** How it goes with the data export. */
export class ExportMetrics {
  private readonly attempts: Counter<'outcome'>;
  private readonly rows: Counter;

  constructor(registry: Registry) {
    this.attempts = new Counter({
      name: 'data_export_attempts_total',
      help: 'Attempts to bring a destination of the data export up to date, by the state in which they left its sync.',
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
    this.rows = new Counter({
      name: 'data_export_rows_total',
      help: 'Rows that were written to destinations of the data export.',
      registers: [registry],
    });
  }

  ended(outcome: string, rows: number): void {
    this.attempts.inc({ outcome });
    this.rows.inc(rows);
  }
}
