import { flatFee, perUnit, refusalOf } from '../../../../../test/support/price-builders';
import type { HeldOverride } from './held-override';
import { ownTermsOf, readOwnTerms, type OwnTermsRequest, type RunningTerms } from './own-terms';

// Domain: customers-subscriptions

const rows = [flatFee(49), perUnit('seats', 10), flatFee(5, { ref: 'extra', addonId: 'extra' })];
const listed = { planId: 'pro', rows, currency: 'usd', countryCode: null } as const;
const override = (target: Partial<HeldOverride>, amount: string): HeldOverride => ({
  ...{ addonId: null, featureId: null, currencyId: null, blockSize: null, tiers: null },
  ...target,
  amount,
});
const running: RunningTerms = {
  ...{ rows, addonIds: ['extra'], isSamePeriod: true },
  priceOverrides: [override({}, '40'), override({ addonId: 'extra' }, '4')],
  minimumSpend: { amount: '100', currency: 'usd' },
};
const agreed = (asked: OwnTermsRequest, before: RunningTerms | null = running) => {
  const own = ownTermsOf(readOwnTerms(asked), listed, before);
  const amounts = own.priceOverrides?.map(({ addonId, featureId, amount }) => [
    addonId ?? featureId ?? 'base',
    amount,
  ]);
  return [amounts, own.minimumSpend?.amount];
};
const refusal = (asked: OwnTermsRequest, before: RunningTerms | null = running) =>
  refusalOf(() => agreed(asked, before));

describe('terms of a subscription itself', () => {
  it('O1, O2: nothing said, all go on; bought anew, none is there', () => {
    expect(agreed({})).toEqual([
      [
        ['base', '40'],
        ['extra', '4'],
      ],
      '100',
    ]);
    expect(agreed({}, null)).toEqual([undefined, undefined]);
  });

  it('O1: one that is named leaves the others, one without a price is taken back', () => {
    expect(agreed({ priceOverrides: [{ featureId: 'seats', amount: 0.1 }, { baseCharge: true }] })).toEqual([
      [
        ['extra', '4'],
        ['seats', '0.1'],
      ],
      '100',
    ]);
    const all = [{ baseCharge: true, amount: null }, { addonId: 'extra' }];
    expect(agreed({ priceOverrides: all, minimumSpend: null })).toEqual([undefined, undefined]);
  });

  it('O1: those of an addon end with it, and may be taken back with it', () => {
    const without = { ...running, addonIds: [] };
    expect(agreed({}, without)[0]).toEqual([['base', '40']]);
    expect(agreed({ priceOverrides: [{ addonId: 'extra' }] }, without)[0]).toEqual([['base', '40']]);
  });

  it('O1, O2: with another period none goes on', () => {
    const other = { ...running, isSamePeriod: false };
    expect(agreed({}, other)).toEqual([undefined, undefined]);
    expect(agreed({ priceOverrides: [{ baseCharge: true, amount: 400 }] }, other)).toEqual([
      [['base', '400']],
      undefined,
    ]);
  });

  it.each<[string, OwnTermsRequest, RunningTerms | null, RegExp]>([
    [
      'what is not sold',
      { priceOverrides: [{ featureId: 'calls', amount: 1 }] },
      running,
      /^InvalidUpdatePriceUnitAmountError: priceOverrides\[0\]/,
    ],
    [
      'what is not there to be taken back',
      { priceOverrides: [{ featureId: 'calls' }] },
      running,
      /^InvalidUpdatePriceUnitAmountError: priceOverrides\[0\]/,
    ],
    [
      'nothing, where it is bought',
      { priceOverrides: [{ baseCharge: true }] },
      null,
      /^BadUserInput: priceOverrides\[0\] changes nothing/,
    ],
    [
      'one charge twice',
      { priceOverrides: [{ addonId: 'extra' }, { addonId: 'extra', baseCharge: true, amount: 1 }] },
      running,
      /^BadUserInput: priceOverrides\[1\]/,
    ],
    [
      'blocks above what counts',
      { priceOverrides: [{ featureId: 'seats', amount: 1, blockSize: 2 ** 54 }] },
      running,
      /^BadUserInput: priceOverrides\[0\]\.blockSize/,
    ],
    [
      'blocks of 13 decimals',
      { priceOverrides: [{ featureId: 'seats', amount: 1, blockSize: 0.0000000000001 }] },
      running,
      /^BadUserInput: priceOverrides\[0\]\.blockSize/,
    ],
    [
      'a minimum in euros',
      { minimumSpend: { amount: 1, currency: 'eur' } },
      running,
      /^BadUserInput: minimumSpend\.currency/,
    ],
  ])('O1, O2: %s is refused', (_case, asked, before, message) => {
    expect(refusal(asked, before)).toMatch(message);
  });

  it('catalog R12: where all is paid in credits a price needs a currency', () => {
    const rate = {
      currencyUid: 'tokens-uid',
      currencyId: 'tokens',
      amount: rows[0]?.price as never,
      costFormula: null,
    };
    const rated = perUnit('ai', 0, { price: null, currency: null, creditRate: rate });
    const inCredits = { ...listed, rows: [rated], currency: null };
    const asked = (currency?: 'usd') =>
      readOwnTerms({ priceOverrides: [{ featureId: 'ai', amount: 1, ...(currency && { currency }) }] });
    expect(refusalOf(() => ownTermsOf(asked(), inCredits, null))).toMatch(/currency must be set/);
    expect(asked('usd').currencies).toEqual(['usd']);
    expect(
      refusalOf(() => ownTermsOf(readOwnTerms({ minimumSpend: { amount: 1 } }), inCredits, null)),
    ).toMatch(/^BadUserInput: minimumSpend\.currency must be set/);
  });
});
