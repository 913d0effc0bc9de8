import { chargeOf, dec, flatFee, perUnit, tier, usageBased } from '../../../test/support/price-builders';
import type { Charge } from './charge';
import { lineTypeOf, paymentTimeOf } from './line-type';

// Domain: catalog

const tiers = [tier(null, { unit: 1 })];

describe('contracts-billing V9 and catalog R3: what a line is called and when it falls due', () => {
  it.each<[string, Charge, string, string]>([
    ['a fee', flatFee(49), 'BaseCharge', 'IN_ADVANCE'],
    ['units', perUnit('seats', 1), 'InAdvanceCommitmentCharge', 'IN_ADVANCE'],
    ['credits', chargeOf({ billingModel: 'CREDIT_BASED' }), 'InAdvanceCommitmentCharge', 'IN_ADVANCE'],
    ['units in tiers', chargeOf({ billingModel: 'PER_UNIT', tiers }), 'TierCharge', 'IN_ADVANCE'],
    ['usage', usageBased('calls', 1), 'PayAsYouGoCharge', 'IN_ARREARS'],
    ['usage in tiers', chargeOf({ billingModel: 'USAGE_BASED', tiers }), 'TierCharge', 'IN_ARREARS'],
    ['an overage', usageBased('calls', 1, { isOverage: true }), 'OverageCharge', 'IN_ARREARS'],
    ['an addon', flatFee(5, { addonId: 'sms' }), 'AddonCharge', 'IN_ADVANCE'],
    ['usage of an addon', usageBased('sms', 1, { addonId: 'sms' }), 'AddonCharge', 'IN_ARREARS'],
  ])('%s', (_, charge, type, paymentTime) => {
    expect([lineTypeOf(charge, dec(1)), paymentTimeOf(charge)]).toEqual([type, paymentTime]);
  });

  it('a fee of nothing is a ZeroAmountBaseCharge', () => {
    expect(lineTypeOf(flatFee(0), dec(0))).toBe('ZeroAmountBaseCharge');
  });

  it('R3: a minimum spend is known at the end of its period', () => {
    expect(paymentTimeOf(flatFee(100, { billingModel: 'MINIMUM_SPEND' }))).toBe('IN_ARREARS');
  });
});
