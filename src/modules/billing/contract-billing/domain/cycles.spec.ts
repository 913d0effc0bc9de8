import { day, days } from '../../../../../test/support/contract-lines';
import { dec } from '../../../../../test/support/price-builders';
import { cycleCount, cyclesOf, endedOn, type CycleUnit } from './cycles';

// Domain: contracts-billing

const told = (unit: CycleUnit, count: number, start: string, end: string): string[] =>
  cyclesOf({ unit, count }, days(start, end)).map((cycle) => {
    const part = cycle.share ? ` ${cycle.share.part.toFixed()}/${cycle.share.whole.toFixed()}` : '';
    return `${cycle.start.toISOString().slice(0, 10)}–${cycle.end.toISOString().slice(0, 10)}${part}`;
  });

describe('M3: the cycles of a line', () => {
  it.each<[CycleUnit, number, number]>([
    ['one_time', 1, 1],
    ['yearly', 1, 2],
    ['monthly', 1, 24],
    ['quarterly', 1, 8],
    ['weekly', 1, 105],
    ['monthly', 5, 5],
    ['yearly', 3, 1],
  ])('%s × %d: %d in two years', (unit, count, cycles) => {
    expect(cycleCount({ unit, count }, days('2026-06-01', '2028-05-31'))).toBe(cycles);
  });

  it('one_time is the whole window', () => {
    expect(told('one_time', 1, '2026-06-01', '2026-06-20')).toEqual(['2026-06-01–2026-06-20']);
  });

  it('the last day is included: a cycle that begins on it is one', () => {
    expect(told('monthly', 1, '2026-06-01', '2026-06-30')).toEqual(['2026-06-01–2026-06-30']);
    expect(told('monthly', 1, '2026-06-01', '2026-07-01')).toEqual([
      '2026-06-01–2026-06-30',
      '2026-07-01–2026-07-01 1/31',
    ]);
  });

  it('a short last cycle is billed by days', () => {
    expect(told('quarterly', 1, '2026-01-01', '2026-05-15').at(-1)).toBe('2026-04-01–2026-05-15 45/91');
    expect(told('weekly', 2, '2026-06-01', '2026-06-17')).toEqual([
      '2026-06-01–2026-06-14',
      '2026-06-15–2026-06-17 3/14',
    ]);
    expect(told('yearly', 1, '2026-06-01', '2026-06-30')).toEqual(['2026-06-01–2026-06-30 30/365']);
  });

  it('a day that a month lacks is its last, and the next month has it again', () => {
    expect(told('monthly', 1, '2026-01-31', '2026-04-29')).toEqual([
      '2026-01-31–2026-02-27',
      '2026-02-28–2026-03-30',
      '2026-03-31–2026-04-29',
    ]);
  });

  it('a leap day begins a year that ends on the last of February', () => {
    expect(told('yearly', 1, '2028-02-29', '2030-02-27')).toEqual([
      '2028-02-29–2029-02-27',
      '2029-02-28–2030-02-27',
    ]);
    expect(told('yearly', 1, '2028-01-01', '2028-02-29')).toEqual(['2028-01-01–2028-02-29 60/366']);
  });

  it('of one day is one', () => {
    expect(
      cycleCount({ unit: 'weekly', count: 1 }, { start: day('2026-06-01'), end: day('2026-06-01') }),
    ).toBe(1);
  });
});

describe('P3: the cycles of a line from a later day on', () => {
  const toldFrom = (unit: CycleUnit, from: string, end = '2026-04-29'): string[] =>
    cyclesOf({ unit, count: 1 }, { ...days('2026-01-31', end), from: day(from) }).map((cycle) => {
      const part = cycle.share ? ` ${cycle.share.part.toFixed()}/${cycle.share.whole.toFixed()}` : '';
      return `${cycle.start.toISOString().slice(0, 10)}–${cycle.end.toISOString().slice(0, 10)}${part}`;
    });

  it('are those of its window still, the first one cut short where it began before', () => {
    expect(toldFrom('monthly', '2026-02-28')).toEqual(['2026-02-28–2026-03-30', '2026-03-31–2026-04-29']);
    expect(toldFrom('monthly', '2026-03-10')).toEqual([
      '2026-03-10–2026-03-30 21/31',
      '2026-03-31–2026-04-29',
    ]);
    expect(toldFrom('quarterly', '2026-04-10', '2026-04-20')).toEqual(['2026-04-10–2026-04-20 11/89']);
  });

  it('are all of them from a day before the first, and none after the last', () => {
    expect(toldFrom('monthly', '2026-01-01')).toHaveLength(3);
    expect(toldFrom('monthly', '2026-04-30')).toEqual([]);
  });

  it('of what is billed once is the whole fee', () => {
    expect(toldFrom('one_time', '2026-03-10')).toEqual(['2026-03-10–2026-04-29']);
  });
});

describe('P8: a cycle that is ended', () => {
  const march = { start: day('2026-03-01'), end: day('2026-03-31'), share: null };

  it.each([
    ['2026-03-01', '1/31'],
    ['2026-03-10', '10/31'],
    ['2026-03-30', '30/31'],
  ])('on %s is billed for its days: %s', (last, share) => {
    const { end, share: told } = endedOn(march, day(last));
    expect([end, `${told?.part.toFixed()}/${told?.whole.toFixed()}`]).toEqual([day(last), share]);
  });

  it('on its last day or later is whole, and a short one stays a part of a full one', () => {
    expect(endedOn(march, day('2026-03-31'))).toEqual(march);
    expect(endedOn(march, day('2026-04-02'))).toEqual(march);
    const short = { ...march, end: day('2026-03-20'), share: { part: dec(20), whole: dec(31) } };
    expect(endedOn(short, day('2026-03-10')).share).toEqual({ part: dec(10), whole: dec(31) });
    expect(endedOn(short, day('2026-03-20'))).toEqual(short);
  });
});
