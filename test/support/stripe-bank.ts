import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from './seeded-random';
import type { StripeDouble } from './stripe-double';
import type { IntentStatus, StoredIntent } from './stripe-double-payments';

const roundMs = 10;
/** Of those that wait, in each round. */
const decidedPercent = 5;

/** What becomes of a payment that waits; undefined: nothing yet. */
export type Decision = (customerId: string) => IntentStatus | undefined;

/** Banks and those who pay: settles what waits at the double, some time after it began to. */
export class StripeBank {
  private readonly rounds: Promise<void>;
  private hasEnded = false;

  constructor(
    private readonly double: StripeDouble,
    private readonly decide: Decision,
    private readonly random: SeededRandom,
  ) {
    this.rounds = this.goRound();
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.rounds;
  }

  private async goRound(): Promise<void> {
    while (!this.hasEnded) {
      for (const intent of this.double.api.payments.intents.values()) this.settle(intent);
      await pause(roundMs);
    }
  }

  private settle(intent: StoredIntent): void {
    if (!waits(intent) || this.random.whole(1, 100) > decidedPercent) return;
    const customer = this.double.api.customers.get(intent.customer);
    const status = this.decide(customer?.metadata['customerId'] ?? '');
    if (!status) return;
    const isDeclined = status === 'requires_payment_method';
    this.double.settle(
      intent.id,
      status,
      isDeclined ? { code: 'payment_method_provider_decline' } : undefined,
    );
  }
}

/** On the bank, or on who pays: also where they were away, and could come back. */
function waits({ status, last_payment_error: error }: StoredIntent): boolean {
  const isLeft = error !== null && 'code' in error && error.code === 'authentication_required';
  return status === 'processing' || status === 'requires_action' || isLeft;
}
