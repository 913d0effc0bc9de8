import { dec } from '../../../test/support/price-builders';
import { adjustmentLine } from './minimum-spend';

// Domain: catalog

describe('R8: the line that lifts a bill to its minimum', () => {
  it('worked example minimum.true_up/1: the minimum is shared out, not its distance to the bill', () => {
    const minimum = { amount: dec(10), currency: 'usd', share: { part: dec(25), whole: dec(28) } } as const;
    expect(adjustmentLine(dec(8), minimum, 2)?.amount.toFixed(2)).toBe('0.93');
  });

  it('is none where the bill reaches it', () => {
    const minimum = { amount: dec(8), currency: 'usd', share: null } as const;
    expect([adjustmentLine(dec(8), minimum, 2), adjustmentLine(dec(8), null, 2)]).toEqual([null, null]);
  });
});
