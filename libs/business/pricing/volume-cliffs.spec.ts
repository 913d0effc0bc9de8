import { dec, tier } from '../../../test/support/price-builders';
import { volumeCliffs } from './volume-cliffs';

// Domain: catalog

describe('R4: volume cliffs', () => {
  it('are every edge where one unit more costs less, as 501 units of the worked table', () => {
    const tiers = [tier(100, { flat: 20 }), tier(500, { unit: '0.10' }), tier(null, { unit: '0.06' })];
    expect(volumeCliffs(tiers)).toEqual([
      { quantity: dec(100), amount: dec(20), nextAmount: dec('10.1') },
      { quantity: dec(500), amount: dec(50), nextAmount: dec('30.06') },
    ]);
  });

  it('are none where prices rise, or stay', () => {
    expect(volumeCliffs([tier(10, { unit: 1 }), tier(null, { unit: 2 })])).toEqual([]);
    expect(volumeCliffs([tier(10, { flat: 5 }), tier(null, { flat: 5 })])).toEqual([]);
    expect(volumeCliffs([tier(null, { unit: 1 })])).toEqual([]);
  });
});
