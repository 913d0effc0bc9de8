import { Counter, type Registry } from 'prom-client';
import { lately } from './lately';
import { tellGauge } from './told-gauge';

/** Of one attempt at a message. `given_up`: it was the last one. */
export type AttemptResult = 'delivered' | 'failed' | 'given_up';

const lateKnownMs = 5000;

/** How messages come to receivers of webhooks. */
export class WebhookMetrics {
  private readonly attempts: Counter<'outcome'>;
  private readonly stops: Counter;

  constructor(private readonly registry: Registry) {
    this.attempts = new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts to bring a message to a receiver: delivered, failed, or given_up after the last one.',
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
    this.stops = new Counter({
      name: 'webhooks_stopped_total',
      help: 'Webhooks that were made inactive because nothing had reached them for five days.',
      registers: [registry],
    });
  }

  attempted(outcome: AttemptResult): void {
    this.attempts.inc({ outcome });
  }

  stopped(): void {
    this.stops.inc();
  }

  /** The database is asked at a scrape, once for all that come within some seconds; while it is away, nothing is known. */
  setGauge(read: () => Promise<number>): void {
    const recently = lately(read, lateKnownMs);
    const help = 'How long ago the first message for a receiver that can be reached should have been tried.';
    tellGauge(this.registry, 'webhooks_late_seconds', help, async () => (await recently()) ?? Number.NaN);
  }
}
