import { BoundedRate } from './bounded-rate';

describe('a bounded rate', () => {
  it('lets one of each name through per window and tells with the next one how many it held back', () => {
    let now = 0;
    const rate = new BoundedRate(1000, () => now);
    expect(rate.pass('53100')).toEqual({ suppressed: 0 });
    expect([1, 2, 3].map(() => rate.pass('53100'))).toEqual([undefined, undefined, undefined]);
    expect(rate.pass('57014')).toEqual({ suppressed: 0 });

    now = 999;
    expect(rate.pass('53100')).toBeUndefined();
    now = 1000;
    expect(rate.pass('53100')).toEqual({ suppressed: 4 });
    now = 2000;
    expect(rate.pass('53100')).toEqual({ suppressed: 0 });
  });
});
