import type { SeededRandom } from './seeded-random';
import type { Fault } from './stripe-double-wire';

const moving = /^POST \/v1\/(payment_intents|refunds)$/;
const longestDelayMs = 120;

/**
 * A network of which five answers in a hundred are lost when all is carried out, and one question before; ten are late. One movement of
 * money in a hundred breaks down at Stripe when it is done, and one call is too much for it.
 */
export class StripeMishaps {
  /** How often each kind happened. */
  readonly counted: Partial<Record<Fault['kind'], number>> = {};

  constructor(private readonly random: SeededRandom) {}

  readonly next = (call: string): Fault | undefined => {
    const fault = this.faultOf(call, this.random.whole(1, 100));
    if (fault) this.counted[fault.kind] = (this.counted[fault.kind] ?? 0) + 1;
    return fault;
  };

  private faultOf(call: string, percent: number): Fault | undefined {
    if (percent <= 5) return { kind: 'LOSE_ANSWER' };
    if (percent <= 6) return { kind: 'LOSE_REQUEST' };
    if (percent <= 7) return { kind: 'ANSWER', status: 429 };
    if (percent <= 8) return moving.test(call) ? { kind: 'BREAK' } : undefined;
    return percent <= 18 ? { kind: 'DELAY', ms: this.random.whole(1, longestDelayMs) } : undefined;
  }
}
