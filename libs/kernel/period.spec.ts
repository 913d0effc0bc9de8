import {
  addMonths,
  earliest,
  earliestOf,
  latest,
  monthsBetween,
  startOfDay,
  startOfHour,
  startOfMonth,
  startOfWeek,
} from './period';

const utc = (text: string): Date => new Date(`${text}Z`);

describe('addMonths', () => {
  it.each([
    ['2026-01-31T10:15:00.123', 1, '2026-02-28T10:15:00.123'],
    ['2026-01-31T10:15:00.123', 2, '2026-03-31T10:15:00.123'],
    ['2026-01-31T10:15:00.123', 3, '2026-04-30T10:15:00.123'],
    ['2026-01-31T10:15:00.123', -2, '2025-11-30T10:15:00.123'],
    ['2024-02-29T00:00:00.000', 12, '2025-02-28T00:00:00.000'],
    ['2024-02-29T00:00:00.000', 48, '2028-02-29T00:00:00.000'],
    ['2024-02-29T00:00:00.000', 912, '2100-02-28T00:00:00.000'],
    ['2026-12-15T23:59:59.999', 1, '2027-01-15T23:59:59.999'],
    ['2026-05-31T00:00:00.000', 0, '2026-05-31T00:00:00.000'],
  ])('%s and %d months is %s', (anchor, months, expected) => {
    expect(addMonths(utc(anchor), months)).toEqual(utc(expected));
  });

  it('leaves its anchor untouched', () => {
    const anchor = utc('2026-01-31T10:15:00');
    addMonths(anchor, 1);
    expect(anchor).toEqual(utc('2026-01-31T10:15:00'));
  });
});

describe('starts of calendar units', () => {
  const sunday = utc('2026-03-15T23:45:06.789');

  it('cut to the hour, the day and the month in UTC', () => {
    expect(startOfHour(sunday)).toEqual(utc('2026-03-15T23:00:00'));
    expect(startOfDay(sunday)).toEqual(utc('2026-03-15T00:00:00'));
    expect(startOfMonth(sunday)).toEqual(utc('2026-03-01T00:00:00'));
  });

  it('belong to the unit they start', () => {
    expect(startOfDay(startOfDay(sunday))).toEqual(startOfDay(sunday));
    expect(startOfWeek(utc('2026-03-15T00:00:00'), 0)).toEqual(utc('2026-03-15T00:00:00'));
  });

  it.each([
    [0, '2026-03-15'],
    [1, '2026-03-09'],
    [6, '2026-03-14'],
  ] as const)('a week from weekday %d that holds Sunday 15 March starts on %s', (firstDay, expected) => {
    expect(startOfWeek(sunday, firstDay)).toEqual(utc(`${expected}T00:00:00`));
  });

  it('floor before 1970 too', () => {
    expect(startOfHour(utc('1969-12-31T23:59:59.999'))).toEqual(utc('1969-12-31T23:00:00'));
    expect(startOfDay(utc('1969-12-31T23:59:59.999'))).toEqual(utc('1969-12-31T00:00:00'));
  });
});

describe('comparing', () => {
  const early = utc('2026-01-31T23:59:59.999');
  const late = utc('2026-02-01T00:00:00.000');

  it('monthsBetween counts calendar months, not their days', () => {
    expect([monthsBetween(early, late), monthsBetween(late, early), monthsBetween(late, late)]).toEqual([
      1, -1, 0,
    ]);
    expect(monthsBetween(utc('2024-11-30T00:00:00'), late)).toBe(15);
  });

  it('earliest and latest pick one of the two, whatever their order', () => {
    expect([earliest(early, late), earliest(late, early)]).toEqual([early, early]);
    expect([latest(early, late), latest(late, early)]).toEqual([late, late]);
  });

  it('earliestOf picks of those that are there', () => {
    expect(earliestOf([null, late, undefined, early, late])).toBe(early);
    expect([earliestOf([]), earliestOf([null, undefined])]).toEqual([null, null]);
  });
});
