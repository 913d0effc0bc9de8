import { dec, tier } from '../../../test/support/price-builders';
import { blocksBegun, priceBetween, priceOf, type Tariff } from './tariff';

// Domain: catalog

const bands = (kind: 'GRADUATED' | 'VOLUME', first: number, second: number): Tariff => ({
  kind,
  tiers: [tier(50, { unit: first }), tier(null, { unit: second })],
});
const steps: Tariff = { kind: 'STAIRSTEP', tiers: [tier(50, { flat: 10 }), tier(null, { flat: 9 })] };

describe('contracts-billing I5: the pricing models of contracts, 60 units', () => {
  it.each<[string, Tariff, string]>([
    ['flat rate', { kind: 'PER_UNIT', price: dec(10) }, '600'],
    ['package of 50', { kind: 'PER_BLOCK', price: dec(10), blockSize: dec(50) }, '20'],
    ['tiered', bands('GRADUATED', 10, 9), '590'],
    ['volume', bands('VOLUME', 10, 9), '540'],
    ['stairstep', steps, '9'],
  ])('%s', (_, tariff, amount) => {
    expect(priceOf(tariff, dec(60)).amount.toString()).toBe(amount);
  });

  it('the row of an edge is the one that ends there', () => {
    expect(priceOf(bands('VOLUME', 10, 9), dec(50)).amount.toString()).toBe('500');
    expect(priceOf(steps, dec(50)).amount.toString()).toBe('10');
  });

  it('contracts-billing I8: usage above a committed volume is tiered, the commitment at 0', () => {
    const tiers = [tier(600_000, { unit: 0 }), tier(null, { unit: '0.065' })];
    expect(priceOf({ kind: 'GRADUATED', tiers }, dec(750_000)).amount.toFixed(2)).toBe('9750.00');
  });
});

describe('every tariff', () => {
  const tariffs: Tariff[] = [
    { kind: 'PER_UNIT', price: dec(10) },
    { kind: 'PER_BLOCK', price: dec(10), blockSize: dec(50) },
    { kind: 'GRADUATED', tiers: [tier(null, { flat: 5 })] },
    { kind: 'VOLUME', tiers: [tier(null, { flat: 5 })] },
    steps,
  ];

  it.each(tariffs)('R4: $kind costs nothing for nothing', (tariff) => {
    expect(priceOf(tariff, dec(0))).toEqual({ quantity: dec(0), amount: dec(0), steps: [] });
  });

  it('STAIRSTEP leaves unit prices of its tiers aside', () => {
    const tiers = [tier(null, { flat: 5, unit: 3 })];
    expect(priceOf({ kind: 'STAIRSTEP', tiers }, dec(7)).amount.toString()).toBe('5');
  });
});

describe('R3: blocks', () => {
  it.each([
    [0, 100, '0'],
    ['0.1', 100, '1'],
    [100, 100, '1'],
    ['100.000000001', 100, '2'],
    [300, 100, '3'],
    [1, 3, '1'],
    ['0.3', '0.1', '3'],
  ])('%s in blocks of %s begins %s', (quantity, blockSize, blocks) => {
    expect(blocksBegun(dec(quantity), dec(blockSize)).toString()).toBe(blocks);
  });

  it('are what the step of a block price counts', () => {
    const { steps: told } = priceOf({ kind: 'PER_BLOCK', price: dec(2), blockSize: dec(100) }, dec(250));
    expect(told).toMatchObject([{ quantity: dec(250), units: dec(3), unitPrice: dec(2), amount: dec(6) }]);
  });
});

describe('priceBetween', () => {
  it('customers-subscriptions X9: bills usage from a watermark on at the tier that it has reached', () => {
    expect(priceBetween(bands('GRADUATED', 10, 9), dec(40), dec(60)).toString()).toBe('190');
  });

  it('is negative where VOLUME falls', () => {
    expect(priceBetween(bands('VOLUME', 10, 1), dec(50), dec(51)).toString()).toBe('-449');
  });
});
