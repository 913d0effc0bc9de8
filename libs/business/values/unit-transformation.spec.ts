import fc from 'fast-check';
import { soldUnits, type UnitTransformation } from './unit-transformation';

// Domain: catalog

const bytesToGigabytes: UnitTransformation = { divide: 1_000_000_000, round: 'UP' };

describe('sold units (F6)', () => {
  it('F6: three reports of 400,000,000 bytes are 2 GB, because the aggregate is rounded and not each report', () => {
    expect(soldUnits(3 * 400_000_000, bytesToGigabytes)).toBe(2);
    expect(3 * soldUnits(400_000_000, bytesToGigabytes)).toBe(3);
  });

  it('without a transformation the aggregate is sold as reported', () => {
    expect(soldUnits('12.345678901', null)).toBe(12.345678901);
    expect(soldUnits(Number.MAX_SAFE_INTEGER, null)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([
    [0, 0, 0],
    [1, 1, 0],
    [9, 1, 0],
    [10, 1, 1],
    [11, 2, 1],
    [-1, 0, -1],
    [-10, -1, -1],
    [-11, -1, -2],
  ])('%d in tens is %d rounded UP and %d rounded DOWN', (aggregate, up, down) => {
    expect(soldUnits(aggregate, { divide: 10, round: 'UP' })).toBe(up);
    expect(soldUnits(aggregate, { divide: 10, round: 'DOWN' })).toBe(down);
  });

  it('a billionth above a whole unit is one more unit, however large the aggregate', () => {
    const barelyAbove = '9007199254740990.000000001';
    expect(soldUnits(barelyAbove, { divide: 10, round: 'UP' })).toBe(900_719_925_474_100);
    expect(soldUnits(barelyAbove, { divide: 10, round: 'DOWN' })).toBe(900_719_925_474_099);
    expect(soldUnits('9007199254740990', { divide: 10, round: 'UP' })).toBe(900_719_925_474_099);
  });

  it('is exact for every safe integer, on either side of zero', () => {
    const safeInteger = fc.maxSafeInteger();
    const divisor = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(safeInteger, divisor, (aggregate, divide) => {
        const up = BigInt(soldUnits(aggregate, { divide, round: 'UP' })) * BigInt(divide);
        const down = BigInt(soldUnits(aggregate, { divide, round: 'DOWN' })) * BigInt(divide);
        expect(up >= BigInt(aggregate) && up - BigInt(divide) < BigInt(aggregate)).toBe(true);
        expect(down <= BigInt(aggregate) && down + BigInt(divide) > BigInt(aggregate)).toBe(true);
      }),
    );
  });
});
