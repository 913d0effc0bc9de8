import fc from 'fast-check';
import { Decimal } from '#libs/kernel/decimal';
import { fallsOf } from '../../src/modules/entitlements/credits/domain/low-balance';
import { TriedWallet } from '../support/credit-wallets';

// Domain: credits

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const thresholds = [80, 50, 20];

/** `80 at 79`, of all that the wallet was told. */
const fallsIn = ({ wallet }: TriedWallet): string[] =>
  fallsOf(wallet.levels, thresholds).map(({ threshold, balance }) => `${threshold} at ${balance.toFixed()}`);

describe('what is left of a wallet', () => {
  it('B1, N11: a window that follows another leaves nothing between them, and re-arms what was reached', () => {
    const tried = new TriedWallet();
    const month = { grantType: 'RECURRING', amount: 100 } as const;
    tried.give({ ...month, uid: 'R1', effectiveAt: day(1), expireAt: day(31) }, day(1));
    tried.give({ ...month, uid: 'R2', effectiveAt: day(31), expireAt: day(60) }, day(1));
    tried.use(70, day(10));
    tried.use(60, day(40));
    expect(fallsIn(tried)).toEqual(['80 at 30', '50 at 30', '80 at 40', '50 at 40']);
  });

  it('B1: what ends before anything else begins is told between them, however late both are noted', () => {
    const tried = new TriedWallet();
    tried.give({ uid: 'A', amount: 100, effectiveAt: day(1), expireAt: day(10) }, day(1));
    tried.give({ uid: 'B', amount: 100, effectiveAt: day(11) }, day(1));
    tried.wallet.advance(day(20));
    expect(fallsIn(tried)).toEqual(['80 at 0', '50 at 0', '20 at 0', 'null at 0']);
  });

  it('B1: consumptions of one instant are told one by one, also after what begins with it', () => {
    const tried = new TriedWallet();
    tried.give({ uid: 'A', amount: 100, effectiveAt: day(1), expireAt: day(10) }, day(1));
    tried.give({ uid: 'B', amount: 100, effectiveAt: day(10) }, day(1));
    tried.use(90, day(2));
    for (const amount of [15, 15, 30]) tried.use(amount, day(10));
    expect(fallsIn(tried)).toEqual(['80 at 10', '50 at 10', '20 at 10', '80 at 70', '50 at 40']);
  });

  it('B1: settling what is owed is no fall of the wallet, and one of the grant that pays', () => {
    const tried = new TriedWallet();
    tried.use(60, day(2));
    const grant = tried.give({ uid: 'A', amount: 100, effectiveAt: day(3) }, day(3));
    expect(fallsIn(tried)).toEqual(['null at -60']);
    expect([...tried.wallet.drawn]).toEqual([[grant, new Decimal(0)]]);
  });

  const step = fc.oneof(
    fc.record({ kind: fc.constant('give' as const), amount: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ kind: fc.constant('use' as const), amount: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant('void' as const), amount: fc.nat(5) }),
  );
  const chosen = fc
    .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 10 })
    .map((each) => each.sort((a, b) => b - a));

  it('B1: each mark is told once, and again only after more than it was left; cut into commits or not', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), chosen, (steps, marks) => {
        const tried = new TriedWallet();
        const told: (number | null)[] = [];
        const expected: (number | null)[] = [];
        const armed = new Set<number>();
        let seen = 0;
        let isDepletedArmed = true;
        steps.forEach(({ kind, amount }, index) => {
          const now = day(index + 1);
          const open = [...tried.grants.values()].filter(
            (each) => each.grantType === 'PAID' && !each.closedAt,
          );
          const [first] = open;
          if (kind === 'give') tried.give({ uid: `G${index}`, amount, effectiveAt: now }, now);
          else if (kind === 'use') tried.use(amount, now);
          else if (first) tried.wallet.void(first, 'somebody', now);
          const { granted } = tried.state;
          const { balance } = tried.wallet;
          for (const mark of marks) {
            if (balance.times(100).greaterThan(granted.times(mark))) armed.add(mark);
            else if (armed.delete(mark)) expected.push(mark);
          }
          if (balance.greaterThan(0)) isDepletedArmed = true;
          else if (isDepletedArmed && tried.state.seq > 0) {
            isDepletedArmed = false;
            expected.push(null);
          }
          // As if each step were a commit of its own: what was loaded before it, and what there is after it.
          const levels = tried.wallet.levels;
          told.push(...fallsOf(levels.slice(Math.max(0, seen - 1)), marks).map(({ threshold }) => threshold));
          seen = levels.length;
        });
        expect(told).toEqual(expected);
        const together = fallsOf(tried.wallet.levels, marks).map(({ threshold }) => threshold);
        expect(together).toEqual(expected);
      }),
    );
  });
});
