import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { billingPeriodAt, cycleOf } from '../../src/modules/billing/subscriptions/domain/billing-cycle';
import { anchored, type FirstCycle } from '../../src/modules/billing/subscriptions/domain/first-anchor';
import type { Purchase } from '../../src/modules/billing/subscriptions/domain/purchase';

// Domain: customers-subscriptions

const purchase = { billingCountryCode: null, currency: 'usd' as const, quantities: [] };
const instant = fc.date({
  min: new Date('1996-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
});
/** Where clamping and the turn of a month are. */
const edge = fc
  .record({
    year: fc.integer({ min: 1996, max: 2060 }),
    month: fc.integer({ min: 0, max: 11 }),
    day: fc.constantFrom(0, 1, 2, 28, 29, 30, 31),
    ms: fc.constantFrom(0, 1, 86_399_999),
  })
  .map(({ year, month, day, ms }) => new Date(Date.UTC(year, month, day, 0, 0, 0, ms)));
const anyInstant = fc.oneof(instant, edge);
const setting = fc.constantFrom(
  'SUBSCRIPTION_START' as const,
  'START_OF_THE_MONTH' as const,
  'SUBSCRIPTIONS_CONSOLIDATE_BILLING' as const,
);
const length = fc.constantFrom('MONTHLY' as const, 'ANNUALLY' as const);
const first = fc.record<FirstCycle>({
  setting,
  begin: anyInstant,
  oldestAnchor: fc.option(anyInstant),
});
const months = { MONTHLY: 1, ANNUALLY: 12 } as const;

const cycleFrom = (from: FirstCycle, billingPeriod: Purchase['billingPeriod']) => {
  const terms = { purchase: null, billingCycleAnchor: null, isCycleRestarted: true, downgrade: null };
  const agreed = anchored(terms, { ...purchase, billingPeriod }, from);
  const bought = agreed.purchase ?? { ...purchase, billingPeriod };
  return cycleOf(bought, agreed.billingCycleAnchor as Date);
};

/** Counted by Temporal, from the anchor each time. */
const isBoundaryOf = (anchor: Date, step: number, at: Date): boolean => {
  const inUtc = (date: Date) =>
    Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO('UTC');
  const [from, to] = [inUtc(anchor), inUtc(at)];
  const apart = (to.year - from.year) * 12 + to.month - from.month;
  return apart % step === 0 && from.add({ months: apart }).epochMilliseconds === at.getTime();
};

describe('billing periods of a new subscription', () => {
  it('B1, B2: tile time from its begin on, whatever they are counted from', () => {
    fc.assert(
      fc.property(first, length, (from, billingPeriod) => {
        const cycle = cycleFrom(from, billingPeriod);
        let start = from.begin;
        for (let count = 0; count < 30; count += 1) {
          const period = billingPeriodAt(cycle, start);
          expect(period.start).toEqual(start);
          expect(period.end > start).toBe(true);
          const justBefore = new Date(period.end.getTime() - 1);
          expect(billingPeriodAt(cycle, justBefore)).toEqual(period);
          expect(isBoundaryOf(cycle.anchor, months[billingPeriod], period.end)).toBe(true);
          start = period.end;
        }
      }),
    );
  });

  it('B2: START_OF_THE_MONTH ends the first one with the month, also of a year, and each other one at a 1st', () => {
    fc.assert(
      fc.property(anyInstant, length, (begin, billingPeriod) => {
        const from = { setting: 'START_OF_THE_MONTH' as const, begin, oldestAnchor: null };
        const { anchor, ...cycle } = cycleFrom(from, billingPeriod);
        expect(anchor.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
        expect(anchor >= begin).toBe(true);
        const lastOfIt = new Date(anchor.getTime() - 1);
        const isAtFirst = anchor.getTime() === begin.getTime();
        expect(isAtFirst || lastOfIt.toISOString().slice(0, 7) === begin.toISOString().slice(0, 7)).toBe(
          true,
        );
        const { end } = billingPeriodAt({ anchor, ...cycle }, begin);
        expect(isAtFirst || end.getTime() === anchor.getTime()).toBe(true);
      }),
    );
  });

  it('B2: SUBSCRIPTIONS_CONSOLIDATE_BILLING ends each period where one of the oldest subscription ends', () => {
    fc.assert(
      fc.property(anyInstant, anyInstant, length, (begin, oldestAnchor, billingPeriod) => {
        const from = { setting: 'SUBSCRIPTIONS_CONSOLIDATE_BILLING' as const, begin, oldestAnchor };
        const { end } = billingPeriodAt(cycleFrom(from, billingPeriod), begin);
        const ofOldest = { anchor: oldestAnchor, period: 'MONTHLY' as const };
        expect(billingPeriodAt(ofOldest, end).start).toEqual(end);
      }),
    );
  });

  it('B3: the billing months of a year are the monthly periods of its anchor, twelve of them', () => {
    fc.assert(
      fc.property(anyInstant, anyInstant, (anchor, at) => {
        const year = billingPeriodAt({ anchor, period: 'ANNUALLY' }, at);
        const ends: Date[] = [];
        for (let from = year.start; from < year.end; from = ends.at(-1) as Date)
          ends.push(billingPeriodAt({ anchor, period: 'MONTHLY' }, from).end);
        expect([ends.length, ends.at(-1)]).toEqual([12, year.end]);
      }),
    );
  });
});
