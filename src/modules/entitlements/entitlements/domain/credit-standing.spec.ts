import { Decimal } from '#libs/kernel/decimal';
import type { ReadWallet } from '#modules/entitlements/credits';
import { utc } from '../../../../../test/support/entitlement-builders';
import { lacksCredits } from './credit-standing';

// Domain: entitlements-usage

const walletOf = (granted: number, used: number, isSoft = false): ReadWallet => ({
  ...{ uid: 'wallet', granted: new Decimal(granted), used: new Decimal(used), isSoft },
  ...{ movedAt: utc('2026-05-01T00:00'), nextDue: null, sourceDue: null, periodEnd: null },
});
const rateOf = (amount: string, costFormula: string | null = null) => ({
  ...{ currencyUid: 'y', currencyId: 'tokens', amount, costFormula },
});
const lacks = (wallet: ReadWallet | null, units?: number, rate = rateOf('2')): boolean =>
  lacksCredits({ rate, wallet, until: null }, units === undefined ? undefined : new Decimal(units));

describe('what a wallet pays for', () => {
  it.each<[number, number | undefined, boolean]>([
    [4, undefined, false],
    [4, 2, false],
    [4, 3, true],
    [0, undefined, true],
    [0, 0, false],
    [0, 1, true],
    [-1, 0, true],
  ])('Q8: with %s left and %s units asked for at 2 each', (left, units, lacking) => {
    expect(lacks(walletOf(100, 100 - left), units)).toBe(lacking);
  });

  it('Q8: nothing where there is no wallet, and all where it is soft', () => {
    expect([lacks(null), lacks(null, 1), lacks(null, 0)]).toEqual([true, true, false]);
    expect([lacks(walletOf(10, 30, true)), lacks(walletOf(10, 30, true), 9)]).toEqual([false, false]);
  });

  it('Q8: of usage that only dimensions price what is left must be above zero, and pay for what is known of it', () => {
    const formula = rateOf('1', '5 + words');
    expect([4, 5].map((left) => lacks(walletOf(left, 0), 9, formula))).toEqual([true, false]);
    expect([0, 1].map((left) => lacks(walletOf(left, 0), 0, rateOf('1', 'words')))).toEqual([true, false]);
  });

  it('credits F4: not for what is more than an amount may be', () => {
    expect(lacks(walletOf(1e15, 0), 1e15, rateOf('2'))).toBe(true);
    expect(lacks(walletOf(1e15, 0), undefined, rateOf('1', '10000000000000000'))).toBe(true);
  });
});
