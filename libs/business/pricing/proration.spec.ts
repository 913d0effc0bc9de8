import { chargeOf, dec, flatFee, perUnit, tier, usageBased } from '../../../test/support/price-builders';
import { isProrated, proration } from './proration';
import { shareLeft } from './share';

// Domain: customers-subscriptions

const at = (text: string): Date => new Date(`${text}Z`);
const april = { start: at('2026-04-01T00:00'), end: at('2026-05-01T00:00') };
const told = (before: number, after: number, share: ReturnType<typeof shareLeft>, digits = 2) => {
  const { credit, debit, net } = proration(dec(before), dec(after), share, digits);
  return [credit, debit, net].map((amount) => amount.toFixed(digits));
};

describe('R2: the worked examples', () => {
  const eleventh = shareLeft(april, at('2026-04-11T00:00'));

  it('49 to 99 on 11 April: −32.67 + 66.00 = 33.33', () => {
    expect(told(49, 99, eleventh)).toEqual(['-32.67', '66.00', '33.33']);
  });

  it('three seats more at 10, on the same day: 20.00', () => {
    expect(told(50, 80, eleventh)[2]).toBe('20.00');
    expect(told(0, 30, eleventh)).toEqual(['0.00', '20.00', '20.00']);
  });

  it('30 to 40 in the middle of a period that was clamped to February: −15.00 + 20.00 = 5.00', () => {
    const period = { start: at('2026-01-31T10:15'), end: at('2026-02-28T10:15') };
    expect(told(30, 40, shareLeft(period, at('2026-02-14T10:15')))).toEqual(['-15.00', '20.00', '5.00']);
  });

  it('X3: 99 with 12 of 31 days left gives 38.32 back', () => {
    const may = { start: at('2026-05-01T00:00'), end: at('2026-06-01T00:00') };
    expect(told(99, 0, shareLeft(may, at('2026-05-20T00:00')))[2]).toBe('-38.32');
  });

  it('Q1: one seat at 10 on 22 April costs 3.00', () => {
    expect(told(0, 10, shareLeft(april, at('2026-04-22T00:00')))[2]).toBe('3.00');
  });
});

describe('R1: credit and debit', () => {
  const half = { part: dec(1), whole: dec(2) };

  it.each([
    [0, 1, '-1', '1'],
    [2, '0.01', '-0.01', '0.01'],
    [3, '0.001', '-0.001', '0.001'],
  ])('round half away from zero on both sides, in %i digits', (digits, price, credit, debit) => {
    const lines = proration(dec(price), dec(price), half, digits);
    expect([lines.credit.toString(), lines.debit.toString(), lines.net.toString()]).toEqual([
      credit,
      debit,
      '0',
    ]);
  });

  it('never tell a negative zero', () => {
    expect(Object.is(proration(dec(0), dec(0), half, 2).credit.toNumber(), 0)).toBe(true);
  });
});

describe('R1: what is prorated', () => {
  const tiers = [tier(null, { flat: 20 })];

  it.each([
    ['a flat fee', flatFee(49)],
    ['units', perUnit('seats', 10)],
    ['flat prices of tiers', chargeOf({ billingModel: 'PER_UNIT', tiers, tiersMode: 'VOLUME' })],
    ['a minimum spend', flatFee(100, { billingModel: 'MINIMUM_SPEND' })],
    ['credits of each period', chargeOf({ billingModel: 'CREDIT_BASED', price: dec(1) })],
  ])('%s', (_, charge) => {
    expect(isProrated(charge)).toBe(true);
  });

  it.each([
    ['usage', usageBased('calls', 1)],
    ['an overage', perUnit('seats', 10, { isOverage: true })],
    ['what is asked once', flatFee(500, { billingCadence: 'ONE_OFF' })],
  ])('not %s', (_, charge) => {
    expect(isProrated(charge)).toBe(false);
  });
});
