import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from './eventually';
import type { SeededRandom } from './seeded-random';
import type { StripeDouble } from './stripe-double';
import type { Happened } from './stripe-double-api';

const roundMs = 10;
const longestWayMs = 250;
const repeatedPercent = 20;

/** Carries what happens at the double to an address as Stripe does: in no order, some of it twice, and again until it is taken. */
export class StripePostman {
  /** How often each status was answered; `none` where nobody was there. */
  readonly answers = new Map<number | 'none', number>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly rounds: Promise<void>;
  private hasEnded = false;

  constructor(
    private readonly double: StripeDouble,
    private readonly addressOf: () => string,
    private readonly random: SeededRandom,
  ) {
    this.rounds = this.goRound();
  }

  /** All that has happened until now was taken. */
  untilEmpty(): Promise<void> {
    return eventually(async () => {
      expect([this.double.api.happened.length, this.underWay.size]).toEqual([0, 0]);
    });
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await Promise.all([this.rounds, ...this.underWay]);
  }

  private async goRound(): Promise<void> {
    while (!this.hasEnded) {
      for (const happened of this.double.takeNotices()) {
        this.post(happened);
        if (this.random.whole(1, 100) <= repeatedPercent) this.post(happened);
      }
      await pause(roundMs);
    }
  }

  private post(happened: Happened): void {
    const carried: Promise<void> = this.carry(happened).finally(() => this.underWay.delete(carried));
    this.underWay.add(carried);
  }

  private async carry(happened: Happened): Promise<void> {
    let isTaken = false;
    while (!isTaken && !this.hasEnded) {
      await pause(this.random.whole(0, longestWayMs));
      // Signed by the clock of the machine, whatever the double takes for its own.
      const status = await this.double
        .send(this.addressOf(), happened, new Date())
        .catch(() => 'none' as const);
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      isTaken = status === 200;
    }
  }
}
