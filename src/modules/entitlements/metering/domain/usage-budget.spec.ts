import type { AnchoredRule } from './counter';
import { requireBudget, spendOn, type Spend, type Spending } from './spend';
import { deniesAt, periodOf, spentOf, usedIn, type UsageBudget } from './usage-budget';

// Domain: customers-subscriptions

const utc = (text: string): Date => new Date(`${text}:00.000Z`);
const begin = utc('2026-01-31T10:15');
const monthly: AnchoredRule = { period: 'MONTH', accordingTo: null, anchor: begin, spentFrom: begin };

const budgetOf = (more: Partial<UsageBudget> = {}): UsageBudget => ({
  ...{ limit: '10', isSoft: false, currency: 'usd', place: 1, rule: monthly },
  features: [
    { uid: 'calls', isGauge: false, unitTransformation: null, prices: [{ price: '0.015' }] },
    {
      uid: 'packs',
      isGauge: false,
      unitTransformation: { divide: 10, round: 'UP' },
      prices: [{ price: '1' }],
    },
    {
      uid: 'seats',
      isGauge: true,
      unitTransformation: null,
      prices: [{ price: '2' }, { price: '1', included: '2' }],
    },
  ],
  ...more,
});

const spendOf = (used: Record<string, number>, start: Date | null = begin): Spend => ({
  key: { customerUid: 'c', resourceKey: '', place: 1 },
  ...{ sourceKey: 's', start: start?.getTime() ?? null, used, told: null, isReached: false },
});

describe('O3: what is spent', () => {
  it.each([
    [{}, '0'],
    [{ calls: 1 }, '0.02'],
    [{ calls: 3, packs: 11 }, '2.05'],
    [{ seats: 3, emails: 1000 }, '7'],
    [{ calls: -5, packs: -11 }, '0'],
  ])('of %j is %s: line by line, as a bill rounds it', (used, spent) => {
    expect(spentOf(budgetOf(), used).toString()).toBe(spent);
  });

  it('is rounded as its currency is', () => {
    expect(spentOf(budgetOf({ currency: 'jpy' }), { calls: 100 }).toString()).toBe('2');
  });

  it('denies from the limit on, unless it is soft; of a limit of 0 always', () => {
    const denies = (more: Partial<UsageBudget>, used: Record<string, number>) =>
      deniesAt(budgetOf(more), spendOf(used), begin);
    expect(denies({}, { packs: 90 })).toBe(false);
    expect(denies({}, { packs: 91 })).toBe(true);
    expect(denies({ isSoft: true }, { packs: 91 })).toBe(false);
    expect(denies({ limit: '0' }, {})).toBe(true);
    expect(deniesAt(budgetOf({ limit: '0' }), undefined, begin)).toBe(true);
  });

  it('B1: in a new period nothing was, but for levels', () => {
    const spend = spendOf({ calls: 600, seats: 3 });
    const march = periodOf(budgetOf(), utc('2026-03-01T00:00'));
    expect(usedIn(budgetOf(), periodOf(budgetOf(), begin), spend)).toEqual({ calls: 600, seats: 3 });
    expect(usedIn(budgetOf(), march, spend)).toEqual({ seats: 3 });
  });

  it('B1, B2: its periods are those of bills, and the first one begins where something is spent', () => {
    const rule = { ...monthly, spentFrom: utc('2026-02-10T00:00') };
    const at = (text: string) => periodOf(budgetOf({ rule }), utc(text));
    expect(at('2026-02-09T23:59')).toEqual({ start: begin, end: rule.spentFrom });
    expect(at('2026-02-10T00:00')).toEqual({ start: rule.spentFrom, end: utc('2026-02-28T10:15') });
    expect(at('2026-02-28T10:15')).toEqual({ start: utc('2026-02-28T10:15'), end: utc('2026-03-31T10:15') });
  });
});

describe('O3: with each count', () => {
  const spending = (more: Partial<Spending> = {}): Spending => ({
    ...{ budget: budgetOf(), isEnforced: false, reporter: 'key' },
    ...more,
  });

  it('is told once a period, whatever is given back meanwhile', () => {
    const spend = spendOf({});
    const count = (usage: number, at = begin): string | undefined => {
      spend.reachedBy = undefined;
      spendOn(spend, spending(), 'packs', usage, at);
      return spend.reachedBy;
    };
    expect([90, 91, 95, 10, 200].map((usage) => count(usage))).toEqual([
      undefined,
      'key',
      undefined,
      undefined,
      undefined,
    ]);
    expect(count(91, utc('2026-03-01T00:00'))).toBe('key');
  });

  it('a count of another period leaves what was used of this one', () => {
    const spend = spendOf({ calls: 5 });
    spendOn(spend, spending(), 'calls', undefined, begin);
    expect(spend.used).toEqual({ calls: 5 });
  });

  it('entitlements-usage Q12: who asks for it is refused once it is spent, and gives back all the same', () => {
    const enforced = spending({ isEnforced: true });
    const [open, spent] = [spendOf({ packs: 90 }), spendOf({ packs: 91 })];
    expect(() => requireBudget(enforced, open, 500, begin)).not.toThrow();
    expect(() => requireBudget(enforced, spent, -1, begin)).not.toThrow();
    expect(() => requireBudget(spending(), spent, 1, begin)).not.toThrow();
    expect(() => requireBudget(enforced, spent, 0, begin)).toThrow(
      /^BudgetExceeded: usage of 10\.00 usd has reached the budget of 10/,
    );
  });
});
