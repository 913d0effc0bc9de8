import fc from 'fast-check';
import { billingPeriodAt, type BillingCycle } from './billing-cycle';

// Domain: customers-subscriptions

const at = (text: string): Date => new Date(text);
const cycle = (anchor: string, period: BillingCycle['period'] = 'MONTHLY'): BillingCycle => ({
  anchor: at(anchor),
  period,
});

describe('the billing period (B1)', () => {
  it.each([
    ['2026-01-31T10:15:00Z', '2026-01-31T10:15:00Z', '2026-02-28T10:15:00Z'],
    ['2026-02-28T10:14:59.999Z', '2026-01-31T10:15:00Z', '2026-02-28T10:15:00Z'],
    ['2026-02-28T10:15:00Z', '2026-02-28T10:15:00Z', '2026-03-31T10:15:00Z'],
    ['2026-03-31T10:15:00Z', '2026-03-31T10:15:00Z', '2026-04-30T10:15:00Z'],
    ['2026-05-30T00:00:00Z', '2026-04-30T10:15:00Z', '2026-05-31T10:15:00Z'],
  ])(
    'B1: %s from the anchor of 31 January lies in %s – %s, clamped and never drifting',
    (instant, start, end) => {
      expect(billingPeriodAt(cycle('2026-01-31T10:15:00Z'), at(instant))).toEqual({
        start: at(start),
        end: at(end),
      });
    },
  );

  it.each([
    ['2026-02-27T23:59:59Z', '2025-02-28T00:00:00Z', '2026-02-28T00:00:00Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z', '2029-02-28T00:00:00Z'],
  ])('B1: a year from 29 February is clamped: %s', (instant, start, end) => {
    const leap = cycle('2024-02-29T00:00:00Z', 'ANNUALLY');
    expect(billingPeriodAt(leap, at(instant))).toEqual({ start: at(start), end: at(end) });
  });

  it.each([
    ['2026-02-10T12:00:00Z', '2026-02-10T12:00:00Z', '2026-02-28T10:15:00Z'],
    ['2026-02-28T10:14:59.999Z', '2026-02-10T12:00:00Z', '2026-02-28T10:15:00Z'],
    ['2026-02-28T10:15:00Z', '2026-02-28T10:15:00Z', '2026-03-31T10:15:00Z'],
    ['2026-04-01T00:00:00Z', '2026-03-31T10:15:00Z', '2026-04-30T10:15:00Z'],
  ])('B2: begun 10 February on the anchor of 31 January, %s lies in %s – %s', (instant, start, end) => {
    const begun = { ...cycle('2026-01-31T10:15:00Z'), begin: at('2026-02-10T12:00:00Z') };
    expect(billingPeriodAt(begun, at(instant))).toEqual({ start: at(start), end: at(end) });
  });

  it('B2: a year whose anchor is still to come begins with the days before it', () => {
    const yearly = cycle('2026-03-01T00:00:00Z', 'ANNUALLY');
    const begun = { ...yearly, begin: at('2026-02-10T12:00:00Z') };
    const first = { start: at('2026-02-10T12:00:00Z'), end: at('2026-03-01T00:00:00Z') };
    expect(billingPeriodAt(begun, at('2026-02-20T00:00:00Z'))).toEqual(first);
    const second = { start: at('2026-03-01T00:00:00Z'), end: at('2027-03-01T00:00:00Z') };
    expect(billingPeriodAt(begun, first.end)).toEqual(second);
  });

  it('holds the instant, and periods meet without a gap', () => {
    const instant = fc.date({
      min: at('2000-01-01T00:00:00Z'),
      max: at('2060-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const period = fc.constantFrom('MONTHLY' as const, 'ANNUALLY' as const);
    fc.assert(
      fc.property(instant, period, fc.nat({ max: 40 * 365 * 24 }), (anchor, length, hours) => {
        const now = new Date(anchor.getTime() + hours * 3_600_000);
        const { start, end } = billingPeriodAt({ anchor, period: length }, now);
        expect(start <= now && now < end).toBe(true);
        expect(billingPeriodAt({ anchor, period: length }, end).start).toEqual(end);
      }),
    );
  });
});
