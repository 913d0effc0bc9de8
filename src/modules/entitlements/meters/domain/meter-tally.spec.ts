import fc from 'fast-check';
import { readTally, storedUsageOf, usageOf } from './meter-tally';

// Domain: entitlements-usage

const functions = fc.constantFrom('COUNT', 'UNIQUE', 'SUM', 'AVG', 'MIN', 'MAX');
const numbers = fc
  .tuple(fc.maxSafeInteger(), fc.nat({ max: 18 }), fc.nat({ max: 10 ** 9 }))
  .map(([whole, digits, rest]) =>
    digits === 0 ? String(whole) : `${whole}.${String(rest).padStart(digits, '0')}`,
  );

describe('usage of what PostgreSQL tells', () => {
  it('A17: is that of its decimals, whichever function asks and however its numbers are spelt', () => {
    fc.assert(
      fc.property(
        functions,
        fc.nat(),
        numbers,
        fc.option(fc.tuple(numbers, numbers)),
        (function_, n, total, extremes) => {
          const [low, high] = extremes ?? [null, null];
          const stored = { n, total, low, high };
          expect(storedUsageOf(function_, stored)).toBe(usageOf(function_, readTally(stored)));
        },
      ),
    );
    expect(storedUsageOf('SUM', { n: 1, total: '900719925474099300', low: null, high: null })).toBe(
      usageOf('SUM', readTally({ n: 1, total: '900719925474099300', low: null, high: null })),
    );
  });
});
