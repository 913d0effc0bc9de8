import { nextNight } from './night';

// Domain: credits

describe('when what is chained is proven', () => {
  it.each([
    ['2026-03-04T15:30:00.000Z', '2026-03-05T02:00:00.000Z'],
    ['2026-03-04T01:59:59.999Z', '2026-03-04T02:00:00.000Z'],
    ['2026-03-04T02:00:00.000Z', '2026-03-05T02:00:00.000Z'],
  ])('D7: proven at %s it is due again at %s', (now, due) => {
    expect(nextNight(new Date(now)).toISOString()).toBe(due);
  });
});
