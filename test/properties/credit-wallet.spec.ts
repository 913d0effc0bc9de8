import fc from 'fast-check';
import { Decimal } from '#libs/kernel/decimal';
import type { GrantType } from '../../src/modules/entitlements/credits/domain/burn-order';
import { CreditModel } from '../support/credit-model';
import { TriedWallet } from '../support/credit-wallets';

// Domain: credits

const hourMs = 3_600_000;
const begin = Date.parse('2026-01-01T00:00:00Z');
const at = (hour: number): Date => new Date(begin + hour * hourMs);

const gives = fc.record({
  kind: fc.constant('give' as const),
  grantType: fc.constantFrom<GrantType>('PAID', 'PROMOTIONAL', 'RECURRING'),
  amount: fc.integer({ min: 1, max: 30 }),
  priority: fc.integer({ min: 0, max: 2 }),
  beginsIn: fc.integer({ min: -8, max: 8 }),
  lasts: fc.option(fc.integer({ min: 1, max: 20 })),
});
const uses = fc.record({
  kind: fc.constant('use' as const),
  amount: fc.integer({ min: 1, max: 25 }),
  late: fc.integer({ min: 0, max: 12 }),
  isEnforced: fc.boolean(),
});
const voids = fc.record({ kind: fc.constant('void' as const), which: fc.nat() });
const updates = fc.record({
  kind: fc.constant('update' as const),
  which: fc.nat(),
  priority: fc.integer({ min: 0, max: 2 }),
  lasts: fc.option(fc.integer({ min: 1, max: 20 })),
});
const passes = fc.record({
  kind: fc.constant('pass' as const),
  hours: fc.integer({ min: 1, max: 10 }),
  /** Else what comes next finds the wallet as it was. */
  isNoted: fc.boolean(),
});
const steps = fc.array(fc.oneof(gives, { weight: 3, arbitrary: uses }, voids, updates, passes), {
  maxLength: 60,
});
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

/** One course in a wallet and in a model that counts single credits. */
class Course {
  readonly tried = new TriedWallet();
  readonly model = new CreditModel();
  private hour = 100;
  private named = 0;

  take(step: Step): void {
    if (step.kind === 'pass') {
      this.hour += step.hours;
      if (!step.isNoted) return;
    } else if (step.kind === 'give') this.give(step);
    else if (step.kind === 'use') this.use(step);
    else this.decide(step);
    this.tried.wallet.advance(at(this.hour));
    this.model.advance(this.hour);
  }

  private give({ grantType, amount, priority, beginsIn, lasts }: Extract<Step, { kind: 'give' }>): void {
    const { hour } = this;
    const from = hour + beginsIn;
    const until = lasts === null ? null : Math.max(from, hour) + lasts;
    const uid = `G${String(++this.named).padStart(2, '0')}`;
    const terms = { uid, grantType, amount, priority };
    const span = { effectiveAt: at(from), expireAt: until === null ? null : at(until), createdAt: at(hour) };
    this.tried.give({ ...terms, ...span }, at(hour));
    this.model.give({ ...terms, from, until, made: hour }, hour);
  }

  private use({ amount, late, isEnforced }: Extract<Step, { kind: 'use' }>): void {
    const { hour, tried, model } = this;
    if (isEnforced) {
      const isAfforded = tried.wallet.affords(new Decimal(amount), at(hour));
      model.advance(hour);
      expect(isAfforded).toBe(model.balance >= amount);
      if (!isAfforded) return;
    }
    tried.use(amount, at(hour - late), at(hour));
    model.use(amount, hour - late, hour);
    if (isEnforced) expect(tried.wallet.balance.isNegative()).toBe(false);
  }

  private decide(step: Extract<Step, { kind: 'void' | 'update' }>): void {
    const { hour, tried, model } = this;
    tried.wallet.advance(at(hour));
    model.advance(hour);
    const living = [...tried.grants.values()].filter(
      ({ grantType, closedAt }) => grantType !== 'OVERDRAFT' && closedAt === null,
    );
    const grant = living[step.which % (living.length || 1)];
    if (!grant) return;
    if (step.kind === 'void') {
      tried.wallet.void(grant, 'somebody', at(hour));
      model.void(grant.uid);
      return;
    }
    const { priority, lasts } = step;
    const until =
      lasts === null ? null : Math.max(hour, (grant.effectiveAt.getTime() - begin) / hourMs) + lasts;
    const change = { priority, expireAt: until === null ? null : at(until) };
    tried.wallet.update(grant, () => Object.assign(grant, change), 'somebody', at(hour));
    model.update(grant.uid, { priority, until });
  }
}

describe('any course of a wallet', () => {
  it('D6, L2, N2–N5, N9, N11: comes to what a count of single credits comes to, and its ledger proves it', () => {
    fc.assert(
      fc.property(steps, (course) => {
        const { tried, model } = run(course);
        const { wallet, grants } = tried;
        expect(wallet.balance.toNumber()).toBe(model.balance);
        const sum = wallet.entries.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
        expect(sum.toFixed()).toBe(wallet.balance.toFixed());
        const consumed = [...grants.values()].map((each) => [each.uid, each.consumed.toNumber()] as const);
        const isOwn = ([uid]: readonly [string, number]) => !uid.startsWith('OD');
        expect(consumed.filter(isOwn)).toEqual(model.consumed);
        expect([...grants.values()].every((each) => each.consumed.isPositive())).toBe(true);
        // What was asked for is what grants and the overdraft tell of.
        const drawn = wallet.entries.filter(({ eventType }) => eventType === 'CREDITS_CONSUMED');
        const used = drawn.reduce((total, { amount }) => total.minus(amount), new Decimal(0));
        expect(used.toNumber()).toBe(consumed.reduce((total, [, each]) => total + each, 0));
        expect(tried.proved()).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
  });

  it('N2: burns the same whatever order grants were put in', () => {
    const sets = fc.uniqueArray(gives, { maxLength: 8, selector: (each) => JSON.stringify(each) });
    fc.assert(
      fc.property(
        sets,
        fc.integer({ min: 1, max: 150 }),
        fc.infiniteStream(fc.nat()),
        (given, amount, chance) => {
          const named = given.map((each, n) => ({ ...each, uid: `G${n}` }));
          const drawnBy = (order: typeof named): [string, string][] => {
            const tried = new TriedWallet();
            for (const { uid, grantType, amount: credits, priority, lasts } of order) {
              const expireAt = lasts === null ? null : at(100 + lasts);
              tried.give({ uid, grantType, amount: credits, priority, expireAt }, at(99));
            }
            tried.use(amount, at(99));
            return named.map(({ uid }) => [uid, tried.grant(uid).consumed.toFixed()]);
          };
          const shuffled = named.map((each) => ({ each, key: chance.next().value as number }));
          shuffled.sort((a, b) => a.key - b.key);
          expect(drawnBy(shuffled.map(({ each }) => each))).toEqual(drawnBy(named));
        },
      ),
    );
  });
});

function run(course: readonly Step[]): Course {
  const both = new Course();
  for (const step of course) both.take(step);
  return both;
}
