import { codeOf } from '../../../../../test/support/refused-code';
import { requireKnown } from './known-span';

// Domain: entitlements-usage

const at = (day: number): Date => new Date(Date.UTC(2026, 5, day));
const life = (from: number, until: number | null) => ({
  from: at(from).getTime(),
  until: until === null ? null : at(until).getTime(),
});
const [since, now] = [at(2).getTime(), at(10)];

describe('what is known', () => {
  it.each([
    [2, []],
    [10, []],
    [12, [life(1, 12)]],
    [14, [life(1, 12), life(14, null)]],
  ])('Q16: June %d, with what is scheduled', (day, lives) => {
    expect(() => requireKnown(at(day), now, since, lives)).not.toThrow();
  });

  it.each([
    [1, [], 'before 2026-06-02T00:00:00.000Z'],
    [11, [], 'after 2026-06-10T00:00:00.000Z'],
    [11, [life(1, null)], 'after 2026-06-10T00:00:00.000Z'],
    [13, [life(1, 12), life(3, 8)], 'after 2026-06-12T00:00:00.000Z'],
    [15, [life(14, null)], 'after 2026-06-14T00:00:00.000Z'],
  ])('Q16: not June %d: the first or the last instant is named', (day, lives, told) => {
    const ask = () => requireKnown(at(day), now, since, lives);
    expect(codeOf(ask)).toBe('BadUserInput');
    expect(ask).toThrow(told);
  });
});
