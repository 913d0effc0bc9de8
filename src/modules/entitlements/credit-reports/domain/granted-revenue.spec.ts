import { Decimal } from '#libs/kernel/decimal';
import { revenueOf, toldMoney, type CostingGrant } from './granted-revenue';

// Domain: credits

const day = (text: string): Date => new Date(`2027-${text}T00:00:00Z`);
const grant: CostingGrant = {
  ...{ amount: new Decimal(500), consumed: new Decimal(150), cost: new Decimal(5) },
  ...{ isPromotional: false, isUnpaid: false, since: day('01-26'), expireAt: day('03-01'), voidedAt: null },
};
const told = (more: Partial<CostingGrant>, until = day('02-01'), from: Date | null = null): string => {
  const { recognized, deferred, breakage } = revenueOf({ ...grant, ...more }, { from, until });
  return [recognized, deferred, breakage].map((each) => each.toFixed()).join(' ');
};

describe('what the credits of a grant were worth', () => {
  it('V2: consumed, left and expired, each by the cost of one', () => {
    expect(told({})).toBe('1.5 3.5 0');
    expect(told({}, day('03-02'))).toBe('1.5 0 3.5');
    expect(told({}, day('02-01'), day('01-27'))).toBe('0 3.5 0');
  });

  it('V2: the instant of an end is of what follows it', () => {
    expect(told({}, day('03-01'))).toBe('1.5 3.5 0');
    expect(told({}, day('03-02'), day('03-01'))).toBe('0 0 3.5');
    expect(told({}, day('01-26'))).toBe('1.5 0 0');
  });

  it('V2: nothing of a promotion, of what is not paid, and of what cost nothing', () => {
    expect(told({ isPromotional: true })).toBe('0 0 0');
    expect(told({ isUnpaid: true })).toBe('0 0 0');
    expect(told({ cost: null })).toBe('0 0 0');
    // An overdraft, of which there is no part.
    expect(told({ cost: null, amount: new Decimal(0) })).toBe('0 0 0');
  });

  it('V2: what was left of a voided one is neither owed nor earned', () => {
    expect(told({ voidedAt: day('01-31') })).toBe('1.5 0 0');
    expect(told({ voidedAt: day('02-01') })).toBe('1.5 3.5 0');
    expect(told({ voidedAt: day('02-10') }, day('04-01'))).toBe('1.5 0 0');
  });

  it('V2: rounded once, half away from zero, at the decimals of a price', () => {
    expect(toldMoney(new Decimal(10).dividedBy(3))).toBe(3.333333333333);
    expect(toldMoney(new Decimal('0.0000000000005'))).toBe(0.000000000001);
    expect(toldMoney(new Decimal('0.00000000000049'))).toBe(0);
  });
});
