import fc from 'fast-check';
import { Decimal } from '#libs/kernel/decimal';
import { paidAfter, takenOff, type PaidAhead } from './paid-ahead';

// Domain: customers-subscriptions

const [begin, middle, until] = ['2026-04-01', '2026-04-16', '2026-05-01'].map(
  (day) => new Date(`${day}T00:00:00Z`),
) as [Date, Date, Date];
const of = (amount: number, discount: number) => ({
  amount: new Decimal(amount),
  discount: new Decimal(discount),
});
const after = (paid: PaidAhead | undefined, at: Date, bill: ReturnType<typeof of>) =>
  paidAfter({ paid, until, at }, bill);
const off = (paid: PaidAhead | undefined, at: Date, amount: number): number =>
  takenOff({ paid, until, at }, new Decimal(amount)).toNumber();

describe('what was taken off what is paid for', () => {
  it('N5: half a period later half of it is left', () => {
    const paid = after(undefined, begin, of(50, 5));
    expect(off(paid, begin, 50)).toBe(5);
    expect(off(paid, middle, 25)).toBe(2.5);
    expect(off(paid, middle, 10)).toBe(1);
    expect(off(paid, until, 10)).toBe(0);
  });

  it('R1: what was billed last comes back first, so that a change that is undone costs nothing', () => {
    const first = after(undefined, begin, of(50, 5));
    const upgraded = after(first, middle, of(40, 20));
    expect(off(upgraded, middle, 40)).toBe(20);
    expect(after(upgraded, middle, of(-40, -20))).toEqual(after(first, middle, of(0, 0)));
    expect(off(upgraded, middle, 65)).toBe(22.5);
  });

  it('N5: of what nothing was taken off nothing is kept, and nothing comes back less', () => {
    expect(after(undefined, begin, of(50, 0))).toBeUndefined();
    const paid = after(undefined, begin, of(50, 5));
    const above = after(paid, begin, of(10, 0));
    expect(off(above, begin, 10)).toBe(0);
    expect(off(above, begin, 20)).toBe(1);
    expect(off(paid, begin, 80)).toBe(5);
  });

  it('R1: over any changes nobody gets back what was taken off, and no more than was paid', () => {
    const step = fc.record({
      day: fc.integer({ min: 0, max: 29 }),
      amount: fc.integer({ min: -300, max: 500 }),
      share: fc.constantFrom(0, 0.1, 0.5, 1),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let paid: PaidAhead | undefined;
        let [given, back] = [new Decimal(0), new Decimal(0)];
        for (const { day, amount, share } of [...steps].sort((a, b) => a.day - b.day)) {
          const at = new Date(begin.getTime() + day * 86_400_000);
          const size = new Decimal(Math.abs(amount));
          const discount = amount < 0 ? takenOff({ paid, until, at }, size) : size.times(share);
          if (amount < 0) back = back.plus(discount);
          else given = given.plus(discount);
          expect(discount.lessThanOrEqualTo(size.plus(1e-9))).toBe(true);
          paid = after(paid, at, { amount: new Decimal(amount), discount });
          expect(paid?.layers.length ?? 0).toBeLessThanOrEqual(20);
        }
        expect(back.lessThanOrEqualTo(given.plus(1e-9))).toBe(true);
      }),
    );
  });
});
