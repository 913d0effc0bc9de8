import { refusalOf, tier } from '../../../test/support/price-builders';
import { requireTiers } from './require-tiers';
import { type Tier } from './tiers';

// Domain: catalog

describe('R4: tiers', () => {
  it.each<[string, Tier[]]>([
    ['one open tier', [tier(null, { unit: 1 })]],
    ['ascending tiers, the last open', [tier('0.5', { flat: 0 }), tier(100), tier(null, { unit: '1e-12' })]],
  ])('may be %s', (_, tiers) => {
    expect(refusalOf(() => requireTiers(tiers, 'tiers'))).toBeUndefined();
  });

  it.each<[string, Tier[], string]>([
    ['none', [], 'BadUserInput: tiers must hold at least one tier, the last without upTo'],
    [
      'closed at the end',
      [tier(1), tier(2)],
      'BadUserInput: tiers: the last tier must go without upTo, so that every quantity has a price',
    ],
    [
      'open in between',
      [tier(1), tier(null), tier(null)],
      'BadUserInput: tiers[1].upTo must be set; only the last tier goes without upTo',
    ],
    [
      'standing still',
      [tier(100), tier(100), tier(null)],
      'BadUserInput: tiers[1].upTo must be above 100, where its tier begins',
    ],
    [
      'empty at the start',
      [tier(0), tier(null)],
      'BadUserInput: tiers[0].upTo must be above 0, where its tier begins',
    ],
    [
      'below zero in a unit price',
      [tier(1), tier(null, { unit: '-0.01' })],
      'BadUserInput: tiers[1].unitPrice must not be negative; send 0 or more',
    ],
    [
      'below zero in a flat price',
      [tier(1, { flat: -1 }), tier(null)],
      'BadUserInput: tiers[0].flatPrice must not be negative; send 0 or more',
    ],
    [
      'finer than 12 decimals',
      [tier(null, { unit: '1e-13' })],
      'BadUserInput: tiers[0].unitPrice has more than 12 decimals; send a price that is rounded to 12',
    ],
    [
      'above the largest amount (R9)',
      [tier(null, { flat: '1000000000' })],
      'AmountTooLarge: tiers[0].flatPrice is above 999,999,999.99; lower the price or the quantity',
    ],
  ])('may not be %s', (_, tiers, refusal) => {
    expect(refusalOf(() => requireTiers(tiers, 'tiers'))).toBe(refusal);
  });
});
