import { Money } from '#libs/business/values/money';
import { dec } from '../../../../../test/support/price-builders';
import { AutoRecharge, type RechargeAttempt } from './auto-recharge';
import { untouchedTerms } from './recharge-terms';

// Domain: credits

const april = new Date('2026-04-30T12:00:00.000Z');
const may = new Date('2026-05-01T00:00:00.000Z');
const wallet = {
  ...{ walletUid: 'w', customerUid: 'c-uid', customerId: 'c', currencyUid: 't-uid', currencyId: 'tokens' },
};
const enabled = { ...untouchedTerms, isEnabled: true, thresholdValue: dec(20), targetBalance: dec(50) };

function made(): AutoRecharge {
  const recharge = AutoRecharge.of(wallet, april);
  recharge.configure({ ...enabled, maxSpendLimit: dec(10) });
  return recharge;
}

function begun(recharge: AutoRecharge, cost: number, at = april): RechargeAttempt {
  recharge.begin(7, 'grant', { amount: dec(31), cost: Money.of(cost, 'usd') }, at);
  return recharge.attempt as RechargeAttempt;
}

describe('a recharge', () => {
  it('A4: what is paid is spent of the month in which it began', () => {
    const recharge = made();
    expect(recharge.succeed(begun(recharge, 3))).toEqual([]);
    expect(recharge.succeed(begun(recharge, 6))).toEqual([80, 90]);
    expect(recharge.spentAt(april).toFixed()).toBe('9');
    expect(recharge.spentAt(may).toFixed()).toBe('0');
    expect(recharge.succeed(begun(recharge, 2, may))).toEqual([]);
    expect(recharge.spentAt(may).toFixed()).toBe('2');
    expect(recharge.attempt).toBeNull();
  });

  it('A5: what failed is not spent; the third in a row disables it', () => {
    const recharge = made();
    const fail = () => {
      begun(recharge, 3);
      return recharge.fail({ isHard: false }, april);
    };
    expect([fail(), fail()]).toEqual([false, false]);
    recharge.succeed(begun(recharge, 3));
    expect([fail(), fail(), recharge.isEnabled, fail(), recharge.isEnabled]).toEqual([
      ...[false, false, true, true, false],
    ]);
    expect([recharge.spentAt(april).toFixed(), recharge.attempt]).toEqual(['3', null]);
  });

  it('A5: for good, at once; and enabled again it counts anew', () => {
    const recharge = made();
    expect(recharge.fail({ isHard: true }, april)).toBe(true);
    recharge.configure(enabled);
    expect([recharge.failures, recharge.isEnabled]).toEqual([0, true]);
    recharge.fail({ isHard: false }, april);
    recharge.configure({ ...enabled, targetBalance: dec(60) });
    expect(recharge.failures).toBe(1);
  });

  it('A5: disabled while it was under way, what fails disables nothing', () => {
    const recharge = made();
    begun(recharge, 3);
    recharge.configure({ ...enabled, isEnabled: false });
    expect(recharge.fail({ isHard: true }, april)).toBe(false);
  });

  it('catalog C10: another state is one that callers are told of', () => {
    const recharge = made();
    const { revision } = recharge;
    recharge.succeed(begun(recharge, 3));
    recharge.fail({ isHard: false }, may);
    expect([recharge.revision, recharge.configuredAt]).toEqual([revision, april]);
    recharge.disable(may);
    expect([recharge.revision, recharge.configuredAt]).toEqual([revision + 1, may]);
  });
});
