import { flatFee, perUnit, refusalOf, usageBased } from '../../../../../test/support/price-builders';
import { mergedWith, requireSoldStill, withHeld, type HeldOverride } from './held-override';

// Domain: customers-subscriptions

const held = (more: Partial<HeldOverride> = {}): HeldOverride => ({
  ...{ addonId: null, featureId: null, currencyId: null },
  ...{ amount: null, blockSize: null, tiers: null },
  ...more,
});
const creditRate = { amount: '2.5', currencyUid: 'tokens-uid', currencyId: 'tokens', costFormula: null };
const tiers = [{ upTo: null, unitPrice: '1', flatPrice: null }];
const rows = [flatFee(49), perUnit('seats', 10), flatFee(5, { ref: 'extra', addonId: 'extra' })];

describe('prices of a subscription itself', () => {
  it('O1: take the place of their rows, in the currency of the subscription', () => {
    const own = [
      held({ amount: '40.5' }),
      held({ featureId: 'seats', tiers: [{ upTo: '3', unitPrice: '9', flatPrice: '1' }, ...tiers] }),
      held({ addonId: 'extra', amount: '0' }),
    ];
    expect(withHeld(rows, own, 'usd').map(({ price }) => price?.toFixed() ?? null)).toEqual([
      '40.5',
      null,
      '0',
    ]);
    expect(withHeld(rows, own, 'usd')[1]?.tiers?.map(({ upTo }) => upTo?.toFixed() ?? null)).toEqual([
      '3',
      null,
    ]);
    expect(withHeld(rows, [], 'usd')).toBe(rows);
    expect(withHeld(rows, own.slice(0, 1), 'eur')[0]?.currency).toBe('eur');
  });

  it.each<[string, Partial<HeldOverride> | undefined, Partial<HeldOverride>, Partial<HeldOverride>]>([
    ['a first one', undefined, { amount: '4' }, { amount: '4' }],
    ['another amount', { amount: '5' }, { amount: '4' }, { amount: '4' }],
    [
      'an amount for blocks that it has',
      { amount: '5', blockSize: '9' },
      { amount: '4' },
      { amount: '4', blockSize: '9' },
    ],
    [
      'blocks for an amount that it has',
      { amount: '5' },
      { blockSize: '8' },
      { amount: '5', blockSize: '8' },
    ],
    ['an amount in the place of tiers', { tiers }, { amount: '4' }, { amount: '4' }],
    ['a rate in the place of all', { amount: '5', blockSize: '9' }, { creditRate }, { creditRate }],
    ['an amount in the place of a rate', { creditRate }, { amount: '4' }, { amount: '4' }],
    ['tiers in the place of both', { amount: '5', blockSize: '9' }, { tiers }, { tiers }],
  ])('O1: %s', (_case, before, asked, after) => {
    expect(mergedWith(before && held(before), held(asked))).toEqual(held(after));
  });

  it('O1, catalog R12: a rate stands where usage costs money', () => {
    const [row] = withHeld([usageBased('calls', 1)], [held({ featureId: 'calls', creditRate })], 'usd');
    expect(row).toMatchObject({ price: null, currency: null });
    expect(row?.creditRate).toMatchObject({ currencyUid: 'tokens-uid', currencyId: 'tokens' });
    expect(row?.creditRate?.amount.toFixed()).toBe('2.5');
  });

  it.each<[string, HeldOverride, string | undefined]>([
    ['the base charge', held(), undefined],
    ['a feature', held({ featureId: 'seats' }), undefined],
    ['an addon', held({ addonId: 'extra' }), 'the base charge of addon extra'],
    ['a feature that is sold by usage by now', held({ featureId: 'calls' }), 'calls'],
    ['credits', held({ currencyId: 'tokens' }), 'tokens'],
  ])('O1, X5: only what is sold still, and as before, goes on: %s', (_case, own, lost) => {
    const was = [...rows, perUnit('calls', 1)];
    const is = [flatFee(59), usageBased('calls', 1), perUnit('seats', 1)];
    const refusal = refusalOf(() => requireSoldStill([own], was, is, 'pro'));
    expect(refusal).toEqual(
      lost &&
        expect.stringContaining(`InvalidArgumentError: priceOverrides: plan pro does not sell ${lost} as`),
    );
  });
});
