import fc from 'fast-check';
import { mostAttempts, nextAttemptAt } from './retry-plan';

// Domain: access-and-events

const now = new Date('2026-03-04T15:30:00.000Z');
const pauseOf = (attempts: number, random = 0.5, retryAfter?: string): number | undefined => {
  const next = nextAttemptAt(attempts, now, retryAfter, random);
  return next && (next.getTime() - now.getTime()) / 1000;
};

describe('W3, W-11: the plan of attempts', () => {
  it('is 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the one before, and then over', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3600);
    const pauses = Array.from({ length: 10 }, (_, index) => pauseOf(index + 1));
    expect(pauses).toEqual([5, 300, 1800, ...hours, undefined]);
    expect(mostAttempts).toBe(10);
  });

  it('spreads each pause over a fifth to either side', () => {
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), random, (attempts, at) => {
        const [planned, pause] = [pauseOf(attempts) as number, pauseOf(attempts, at) as number];
        expect(pause).toBeGreaterThanOrEqual(planned * 0.8 - 0.001);
        expect(pause).toBeLessThanOrEqual(planned * 1.2 + 0.001);
      }),
    );
  });

  it('W-13: waits for as long as the receiver asks, in seconds or until an instant, a day at most', () => {
    expect(pauseOf(1, 0.5, '120')).toBe(120);
    expect(pauseOf(1, 0.5, 'Wed, 04 Mar 2026 15:40:00 GMT')).toBe(600);
    expect(pauseOf(1, 0.5, '999999999')).toBe(86_400);
    expect(pauseOf(2, 0.5, '120')).toBe(300);
  });

  it('goes by the plan where what the receiver asks for cannot be read', () => {
    for (const asked of ['', 'soon', '-5', '1e9', 'Wed, 04 Mar 2020 15:40:00 GMT', '9'.repeat(400)])
      expect(pauseOf(1, 0.5, asked)).toBe(5);
  });
});
