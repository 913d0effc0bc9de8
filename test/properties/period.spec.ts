import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  addMonths,
  startOfDay,
  startOfHour,
  startOfMonth,
  startOfWeek,
  type Weekday,
} from '#libs/kernel/period';

const instant = fc.date({
  min: new Date('1968-01-01T00:00:00Z'),
  max: new Date('2130-01-01T00:00:00Z'),
  noInvalidDate: true,
});

const inUtc = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('UTC');
const toDate = (at: { epochMilliseconds: number }): Date => new Date(at.epochMilliseconds);

describe('calendar arithmetic agrees with Temporal in UTC', () => {
  it('addMonths is add({ months }), constrained', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -1500, max: 1500 }), (anchor, months) => {
        expect(addMonths(anchor, months)).toEqual(
          toDate(inUtc(anchor).add({ months }, { overflow: 'constrain' })),
        );
      }),
    );
  });

  it('addMonths is right for every last day of a month', () => {
    const lastDay = fc.tuple(fc.integer({ min: 1970, max: 2130 }), fc.integer({ min: 0, max: 11 }));
    fc.assert(
      fc.property(lastDay, fc.integer({ min: -60, max: 60 }), ([year, month], months) => {
        const anchor = new Date(Date.UTC(year, month + 1, 0, 23, 59, 59, 999));
        expect(addMonths(anchor, months)).toEqual(
          toDate(inUtc(anchor).add({ months }, { overflow: 'constrain' })),
        );
      }),
    );
  });

  it('starts of hour, day and month', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(startOfHour(at)).toEqual(
          toDate(inUtc(at).round({ smallestUnit: 'hour', roundingMode: 'floor' })),
        );
        expect(startOfDay(at)).toEqual(toDate(inUtc(at).startOfDay()));
        expect(startOfMonth(at)).toEqual(toDate(inUtc(at).with({ day: 1 }).startOfDay()));
      }),
    );
  });

  it('startOfWeek is the latest such weekday', () => {
    const weekday = fc.integer({ min: 0, max: 6 }).map((day) => day as Weekday);
    fc.assert(
      fc.property(instant, weekday, (at, firstDay) => {
        const start = inUtc(startOfWeek(at, firstDay));
        // Temporal counts Sunday as 7.
        expect(start.dayOfWeek % 7).toBe(firstDay);
        expect(start.equals(start.startOfDay())).toBe(true);
        expect(inUtc(at).startOfDay().since(start, { largestUnit: 'day' }).days).toBeLessThan(7);
        expect(at >= startOfWeek(at, firstDay)).toBe(true);
      }),
    );
  });
});
