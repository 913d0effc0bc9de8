import { Decimal } from '#libs/kernel/decimal';
import { activeByDay, revenueByCurrency, type FigureSum } from './figures';

// Domain: access-and-events

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const span = { first: day('2026-03-02'), last: day('2026-03-04'), days: 3 };
const subscriptions = (at: string, amount: string): FigureSum => ({
  ...{ figure: 'ACTIVE_SUBSCRIPTIONS', currency: '', day: day(at), amount },
});

describe('figures by day', () => {
  it('P4: active is what began until the end of the day, less what ended', () => {
    const sums = [
      subscriptions('2026-03-04', '-2'),
      subscriptions('2026-03-01', '5'),
      subscriptions('2026-03-02', '1'),
    ];
    expect(activeByDay(sums, span)).toEqual([
      { day: day('2026-03-02'), active: 6 },
      { day: day('2026-03-03'), active: 6 },
      { day: day('2026-03-04'), active: 4 },
    ]);
    expect(activeByDay([], span).map(({ active }) => active)).toEqual([0, 0, 0]);
  });

  it('P4: revenue by currency and day, exact, days without any left out', () => {
    const sums: FigureSum[] = [
      { figure: 'SCHEDULED_REVENUE', currency: 'usd', day: day('2026-03-03'), amount: '0.1' },
      { figure: 'COLLECTED_REVENUE', currency: 'usd', day: day('2026-03-04'), amount: '0.3' },
      { figure: 'SCHEDULED_REVENUE', currency: 'usd', day: day('2026-03-04'), amount: '0.2' },
      { figure: 'SCHEDULED_REVENUE', currency: 'eur', day: day('2026-03-02'), amount: '-7' },
      subscriptions('2026-03-01', '5'),
    ];
    expect(revenueByCurrency(sums)).toEqual([
      {
        ...{ currency: 'eur', scheduled: new Decimal(-7), collected: new Decimal(0) },
        days: [{ day: day('2026-03-02'), scheduled: new Decimal(-7), collected: new Decimal(0) }],
      },
      {
        ...{ currency: 'usd', scheduled: new Decimal('0.3'), collected: new Decimal('0.3') },
        days: [
          { day: day('2026-03-03'), scheduled: new Decimal('0.1'), collected: new Decimal(0) },
          { day: day('2026-03-04'), scheduled: new Decimal('0.2'), collected: new Decimal('0.3') },
        ],
      },
    ]);
  });
});
