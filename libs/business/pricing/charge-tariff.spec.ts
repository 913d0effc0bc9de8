import {
  chargeOf,
  dec,
  flatFee,
  perUnit,
  refusalOf,
  tier,
  usageBased,
} from '../../../test/support/price-builders';
import type { Charge } from './charge';
import { requireChargePrice, tariffOf } from './charge-tariff';

// Domain: catalog

const tiers = [tier(null, { unit: 1 })];
const rated = { currencyUid: 'tokens-uid', currencyId: 'tokens', amount: dec(2), costFormula: null };

describe('R3: what a charge counts by', () => {
  it.each<[string, Charge, object]>([
    ['a fee by its copies', flatFee(49), { kind: 'PER_UNIT', price: dec(49) }],
    ['units', perUnit('seats', 10), { kind: 'PER_UNIT', price: dec(10) }],
    [
      'blocks of usage',
      usageBased('storage', 2, { blockSize: dec(100) }),
      { kind: 'PER_BLOCK', price: dec(2), blockSize: dec(100) },
    ],
    [
      'whole credits',
      chargeOf({ billingModel: 'CREDIT_BASED', price: dec(1) }),
      { kind: 'PER_BLOCK', price: dec(1), blockSize: dec(1) },
    ],
    [
      'blocks of credits',
      chargeOf({ billingModel: 'CREDIT_BASED', price: dec(9), blockSize: dec(1000) }),
      { kind: 'PER_BLOCK', price: dec(9), blockSize: dec(1000) },
    ],
    [
      'tiers in their mode',
      chargeOf({ billingModel: 'USAGE_BASED', tiers, tiersMode: 'VOLUME' }),
      { kind: 'VOLUME', tiers },
    ],
  ])('%s', (_, charge, tariff) => {
    expect(tariffOf(charge, 'charge')).toEqual(tariff);
    expect(refusalOf(() => requireChargePrice(charge, 'charge'))).toBeUndefined();
  });

  it('R12: nothing, where the usage is paid in credits', () => {
    const charge = chargeOf({ billingModel: 'USAGE_BASED', featureId: 'ai', creditRate: rated });
    expect(refusalOf(() => requireChargePrice(charge, 'charge'))).toBeUndefined();
  });
});

describe('R3, R4: a charge says its price in one way', () => {
  it.each<[string, Charge, string]>([
    ['no price', chargeOf(), 'BadUserInput: charge.price must be set, or tiers where the model takes them'],
    [
      'tiers without mode',
      chargeOf({ billingModel: 'PER_UNIT', tiers }),
      'BadUserInput: charge.tiersMode must be set beside tiers: VOLUME or GRADUATED',
    ],
    [
      'tiers of a flat fee',
      chargeOf({ tiers, tiersMode: 'VOLUME' }),
      'BadUserInput: charge: FLAT_FEE is one amount; leave tiers and blockSize out',
    ],
    [
      'blocks of a minimum spend',
      flatFee(100, { billingModel: 'MINIMUM_SPEND', blockSize: dec(10) }),
      'BadUserInput: charge: MINIMUM_SPEND is one amount; leave tiers and blockSize out',
    ],
    [
      'tiers beside a price',
      perUnit('seats', 10, { tiers, tiersMode: 'VOLUME' }),
      'BadUserInput: charge: tiers take the place of price; send one of them',
    ],
    [
      'tiers beside blocks',
      chargeOf({ billingModel: 'USAGE_BASED', tiers, tiersMode: 'VOLUME', blockSize: dec(10) }),
      'BadUserInput: charge: tiers price single units; leave blockSize out',
    ],
    [
      'a price beside a credit rate (R12)',
      usageBased('ai', 1, { creditRate: rated }),
      'BadUserInput: charge: creditRate takes the place of a price in money; send one of them',
    ],
    [
      'empty blocks',
      usageBased('storage', 1, { blockSize: dec(0) }),
      'BadUserInput: charge.blockSize must be above 0',
    ],
    ['a negative price', flatFee(-1), 'BadUserInput: charge.price must not be negative; send 0 or more'],
    [
      'wrong tiers',
      chargeOf({ billingModel: 'PER_UNIT', tiers: [tier(1)], tiersMode: 'VOLUME' }),
      'BadUserInput: charge.tiers: the last tier must go without upTo, so that every quantity has a price',
    ],
  ])('refuses %s', (_, charge, refusal) => {
    expect(refusalOf(() => requireChargePrice(charge, 'charge'))).toBe(refusal);
  });
});
