import { Decimal } from '#libs/kernel/decimal';
import { BudgetInForce, type CountedWindow, type ReadBudget } from './budget-in-force.record';

// Domain: access-and-events

const created = new Date('2030-01-01T12:00:00Z');
const hour = (n: number, minute = 0): Date => new Date(created.getTime() + n * 3_600_000 + minute * 60_000);

const read = (more: Partial<ReadBudget> = {}): ReadBudget => ({
  ...{ uid: 'budget', entityId: 'agent', usageLimit: new Decimal(10), cadence: 'PT1H', createdAt: created },
  ...{ scopeEntityIds: [], writes: 7, totals: [[hour(2).getTime(), new Decimal(3)]] },
  ...more,
});
const left = (writes: number, total: number, at = hour(2), cadence = 'PT1H'): CountedWindow => ({
  ...{ uid: 'budget', customerUid: 'customer', cadence, writes, start: at, total: new Decimal(total) },
});
const usedAt = (budget: BudgetInForce, at: Date): number | undefined =>
  budget.nodeAt(at)?.currentUsage.toNumber();

describe('a budget in force', () => {
  it('G10: tells what the window of the instant holds, from the one of its reading on', () => {
    const budget = new BudgetInForce(
      read({ totals: [...read().totals, [hour(3).getTime(), new Decimal(4)]] }),
      hour(2, 5),
    );
    expect([usedAt(budget, hour(1, 59)), usedAt(budget, hour(2)), usedAt(budget, hour(2, 59))]).toEqual([
      undefined,
      3,
      3,
    ]);
    expect([usedAt(budget, hour(3)), usedAt(budget, hour(9))]).toEqual([4, 0]);
  });

  it('G10, entitlements-usage G10: tells when the window of the instant ends', () => {
    const budget = new BudgetInForce(read(), hour(2, 5));
    expect([hour(2, 59), hour(3)].map((at) => budget.nodeAt(at)?.until)).toEqual([hour(3), hour(4)]);
  });

  it('G10: does not go back: what the window before holds is forgotten', () => {
    const budget = new BudgetInForce(read(), hour(2, 5));
    expect([usedAt(budget, hour(3)), usedAt(budget, hour(2, 30))]).toEqual([0, undefined]);
  });

  it('G6: holds what each write has left, one after the other', () => {
    const budget = new BudgetInForce(read(), hour(2, 5));
    expect(budget.count([left(8, 5)])).toBe(true);
    expect(budget.count([left(9, 6), left(9, 2, hour(3))])).toBe(true);
    expect([usedAt(budget, hour(2, 6)), usedAt(budget, hour(3))]).toEqual([6, 2]);
  });

  it('G6: passes over a write that its reading has seen', () => {
    const budget = new BudgetInForce(read(), hour(2, 5));
    expect(budget.count([left(7, 1)])).toBe(true);
    expect(usedAt(budget, hour(2, 6))).toBe(3);
  });

  it('G6: does not know itself any more where a write before this one has not been told', () => {
    expect(new BudgetInForce(read(), hour(2, 5)).count([left(9, 6)])).toBe(false);
  });

  it('G10: has nothing of windows that are over, nor of another cadence', () => {
    const budget = new BudgetInForce(read(), hour(2, 5));
    expect(budget.count([left(8, 6, hour(1))])).toBe(true);
    expect(budget.count([left(9, 6, hour(2), 'P1D')])).toBe(true);
    expect([usedAt(budget, hour(2, 6)), usedAt(budget, hour(1, 59))]).toEqual([3, undefined]);
  });
});
