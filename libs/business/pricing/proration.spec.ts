import { chargeOf, dec, flatFee, perUnit, tier, usageBased } from '../../../test/support/price-builders';
import { isProrated } from './proration';

// Domain: customers-subscriptions

describe('R1: what is prorated', () => {
  const tiers = [tier(null, { flat: 20 })];

  it.each([
    ['a flat fee', flatFee(49)],
    ['units', perUnit('seats', 10)],
    ['flat prices of tiers', chargeOf({ billingModel: 'PER_UNIT', tiers, tiersMode: 'VOLUME' })],
    ['a minimum spend', flatFee(100, { billingModel: 'MINIMUM_SPEND' })],
    ['credits of each period', chargeOf({ billingModel: 'CREDIT_BASED', price: dec(1) })],
  ])('%s', (_, charge) => {
    expect(isProrated(charge)).toBe(true);
  });

  it.each([
    ['usage', usageBased('calls', 1)],
    ['an overage', perUnit('seats', 10, { isOverage: true })],
    ['what is asked once', flatFee(500, { billingCadence: 'ONE_OFF' })],
  ])('not %s', (_, charge) => {
    expect(isProrated(charge)).toBe(false);
  });
});
