import { endOf, type PromotionalPeriod } from './promotional-period';

// Domain: entitlements-usage

const now = new Date('2026-08-31T10:15:00.000Z');
const end = (period: PromotionalPeriod, customEndDate: Date | null = null, at = now) =>
  endOf(period, customEndDate, at)?.toISOString() ?? null;

describe('the end of a promotion', () => {
  it.each<[PromotionalPeriod, string | null]>([
    ['1 week', '2026-09-07T10:15:00.000Z'],
    ['1 month', '2026-09-30T10:15:00.000Z'],
    ['6 month', '2027-02-28T10:15:00.000Z'],
    ['1 year', '2027-08-31T10:15:00.000Z'],
    ['lifetime', null],
  ])('M2: %s from 31 August ends %s, the day clamped to the month', (period, expected) => {
    expect(end(period)).toBe(expected);
  });

  it('M2: a year from the leap day ends on the last of February', () => {
    expect(end('1 year', null, new Date('2028-02-29T00:00:00.000Z'))).toBe('2029-02-28T00:00:00.000Z');
  });

  it('M2: custom ends when it says, which must be to come', () => {
    const later = new Date(now.getTime() + 1);
    expect(end('custom', later)).toBe(later.toISOString());
    const refused = expect.objectContaining({ code: 'InvalidArgumentError' }) as Error;
    for (const over of [null, now, new Date(0)]) expect(() => end('custom', over)).toThrow(refused);
  });

  it.each<PromotionalPeriod>(['1 week', '1 month', '6 month', '1 year', 'lifetime'])(
    'M2: an end beside %s is BadUserInput, also one to come',
    (period) => {
      const later = new Date(now.getTime() + 1);
      expect(() => end(period, later)).toThrow(expect.objectContaining({ code: 'BadUserInput' }) as Error);
    },
  );
});
