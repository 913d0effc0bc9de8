import { requireAddable, usageByDay } from './usage-figures';

// Domain: access-and-events

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const span = { first: day('2026-03-02'), last: day('2026-03-04'), days: 3 };
const calls = { id: 'calls', meterType: 'INCREMENTAL' as const, meter: null, unitTransformation: null };
const seats = { ...calls, id: 'seats', meterType: 'FLUCTUATING' as const };
const usages = (of: ReturnType<typeof usageByDay>) => of.days.map(({ usage }) => usage);

describe('usage by day', () => {
  it('P6: what was used in each day, exact, with nothing where nothing was', () => {
    const sums = [
      { day: day('2026-03-04'), amount: '0.30000000000000000000000000001' },
      { day: day('2026-03-02'), amount: '-4' },
    ];
    const told = usageByDay(sums, [], span, calls);
    expect(told.since).toBeNull();
    expect(told.days).toEqual([
      { day: day('2026-03-02'), usage: -4 },
      { day: day('2026-03-03'), usage: 0 },
      { day: day('2026-03-04'), usage: 0.3 },
    ]);
  });

  it('P6: a level is what came before the day and in it', () => {
    const sums = [
      { day: day('2026-03-01'), amount: '5' },
      { day: day('2026-03-03'), amount: '-2' },
    ];
    expect(usages(usageByDay(sums, [], span, seats))).toEqual([5, 3, 3]);
  });

  it('P6: units are transformed once, of the sum', () => {
    const sums = [{ day: day('2026-03-02'), amount: '1001' }];
    const unitTransformation = { divide: 1000, round: 'UP' as const };
    expect(usages(usageByDay(sums, [], span, { ...calls, unitTransformation }))).toEqual([2, 0, 0]);
  });

  it('P6: of a source that is older than its books, a level is known from its last day on, and what adds up from the next', () => {
    const openings = [
      { day: day('2026-03-01'), level: '7' },
      { day: day('2026-03-03'), level: '10' },
    ];
    const sums = [
      { day: day('2026-03-02'), amount: '3' },
      { day: day('2026-03-04'), amount: '1' },
    ];
    const level = usageByDay(sums, openings, span, seats);
    expect([level.since, usages(level)]).toEqual([day('2026-03-03'), [null, 20, 21]]);
    const added = usageByDay(sums, openings, span, calls);
    expect([added.since, usages(added)]).toEqual([day('2026-03-04'), [null, null, 1]]);
  });

  it('P6: refuses what is not metered, and what of several customers is no sum', () => {
    expect(() => requireAddable({ ...calls, meterType: 'None' })).toThrow('is not metered');
    for (const name of ['MAX', 'MIN', 'AVG'] as const)
      expect(() => requireAddable({ ...calls, meter: { aggregation: { function: name } } })).toThrow(name);
    for (const name of ['COUNT', 'SUM', 'UNIQUE'] as const)
      expect(() => requireAddable({ ...calls, meter: { aggregation: { function: name } } })).not.toThrow();
    expect(() => requireAddable(seats)).not.toThrow();
  });
});
