import fc from 'fast-check';
import { Decimal } from '#libs/kernel/decimal';
import {
  revenueOf,
  together,
  type CostingGrant,
} from '../../src/modules/entitlements/credit-reports/domain/granted-revenue';
import type { LedgerEntry } from '../../src/modules/entitlements/credits/domain/ledger-entry';
import type { WalletGrant } from '../../src/modules/entitlements/credits/domain/wallet';
import { TriedWallet } from '../support/credit-wallets';

// Domain: credits

const hourMs = 3_600_000;
const begin = Date.parse('2026-01-01T00:00:00Z');
const at = (hour: number): Date => new Date(begin + hour * hourMs);

const gives = fc.record({
  kind: fc.constant('give' as const),
  amount: fc.integer({ min: 1, max: 30 }),
  cost: fc.integer({ min: 0, max: 50 }),
  lasts: fc.option(fc.integer({ min: 1, max: 20 })),
});
const uses = fc.record({
  kind: fc.constant('use' as const),
  amount: fc.integer({ min: 1, max: 25 }),
  late: fc.integer({ min: 0, max: 12 }),
});
const voids = fc.record({ kind: fc.constant('void' as const), which: fc.nat() });
const passes = fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 10 }) });
const steps = fc.array(fc.oneof(gives, { weight: 3, arbitrary: uses }, voids, passes), { maxLength: 50 });
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

class Course {
  readonly tried = new TriedWallet();
  readonly costs = new Map<string, Decimal>();
  hour = 100;

  take(step: Step): void {
    const { tried, hour } = this;
    if (step.kind === 'pass') this.hour += step.hours;
    else if (step.kind === 'use') tried.use(step.amount, at(hour - step.late), at(hour));
    else if (step.kind === 'void') this.void(step.which);
    else {
      const uid = `G${String(this.costs.size).padStart(2, '0')}`;
      this.costs.set(uid, new Decimal(step.cost));
      const expireAt = step.lasts === null ? null : at(hour + step.lasts);
      tried.give({ uid, amount: step.amount, effectiveAt: at(hour), expireAt }, at(hour));
    }
    tried.wallet.advance(at(this.hour));
  }

  private void(which: number): void {
    const living = this.given.filter(({ closedAt }) => closedAt === null);
    const grant = living[which % (living.length || 1)];
    if (grant) this.tried.wallet.void(grant, 'somebody', at(this.hour));
  }

  get given(): WalletGrant[] {
    return [...this.tried.grants.values()].filter(({ grantType }) => grantType === 'PAID');
  }

  costing(grant: WalletGrant): CostingGrant {
    const { amount, consumed, createdAt: since, expireAt, voidedAt, uid } = grant;
    const cost = this.costs.get(uid) ?? null;
    return { amount, consumed, cost, since, expireAt, voidedAt, isPromotional: false, isUnpaid: false };
  }

  /** What the entries of a grant have drawn from it in a span. */
  drawn(uid: string, from: Date | null, until: Date | null): Decimal {
    const isDrawn = ({ grantUid, eventType, timestamp }: LedgerEntry): boolean =>
      grantUid === uid &&
      ['CREDITS_CONSUMED', 'CREDITS_CONSUMPTION_TRANSFER_TARGET'].includes(eventType) &&
      (from === null || timestamp >= from) &&
      (until === null || timestamp < until);
    const entries = this.tried.wallet.entries.filter(isDrawn);
    return entries.reduce((sum, { amount }) => sum.minus(amount), new Decimal(0));
  }

  revenue(grant: WalletGrant, from: Date | null, until: Date) {
    const drawn = { within: this.drawn(grant.uid, from, until), after: this.drawn(grant.uid, until, null) };
    return revenueOf(this.costing(grant), { from, until }, drawn);
  }
}

const run = (course: readonly Step[]): Course => {
  const taken = new Course();
  for (const step of course) taken.take(step);
  return taken;
};

describe('what any credits were worth', () => {
  it('V2, V3: all of the cost of a grant is deferred, recognized, breakage, or was left of it when it was voided', () => {
    fc.assert(
      fc.property(steps, (course) => {
        const taken = run(course);
        for (const grant of taken.given) {
          const { deferred, recognized, breakage } = taken.revenue(grant, null, at(taken.hour + 1));
          const { amount, consumed, voidedAt } = grant;
          const cost = taken.costs.get(grant.uid) as Decimal;
          const lost = voidedAt ? amount.minus(consumed).times(cost).dividedBy(amount) : new Decimal(0);
          const sum = deferred.plus(recognized).plus(breakage).plus(lost);
          expect(sum.minus(cost).abs().lessThan('1e-60')).toBe(true);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('V2, V3: spans that follow one another come to what the whole comes to, and none of it is ever below 0', () => {
    const cuts = fc.array(fc.integer({ min: 80, max: 300 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(steps, cuts, (course, hours) => {
        const taken = run(course);
        const end = taken.hour + 1;
        const ends = [...new Set([...hours.filter((hour) => hour < end), end])].sort((a, b) => a - b);
        for (const grant of taken.given) {
          const parts = ends.map((hour, place) =>
            taken.revenue(grant, place === 0 ? null : at(ends[place - 1] as number), at(hour)),
          );
          const whole = taken.revenue(grant, null, at(end));
          const sum = together(parts);
          expect(sum.recognized.minus(whole.recognized).abs().lessThan('1e-60')).toBe(true);
          expect(sum.breakage.toFixed()).toBe(whole.breakage.toFixed());
          expect(parts.at(-1)?.deferred.toFixed()).toBe(whole.deferred.toFixed());
          const all = parts.flatMap(({ deferred, recognized, breakage }) => [deferred, recognized, breakage]);
          expect(all.every((each) => !each.isNegative() || each.isZero())).toBe(true);
        }
      }),
      { numRuns: 1500 },
    );
  });
});
