import { Decimal } from '#libs/kernel/decimal';
import { utc } from '../../../../test/support/entitlement-builders';
import type { ReadBalances, ReadWallet } from './credit-balances.reader';
import { CreditWallet } from './domain/credit-wallet';
import { HeldPurse } from './held-purse.record';

// Domain: entitlements-usage

const noon = utc('2026-05-01T12:00');
const readWallet = (uid: string, granted: number): ReadWallet => ({
  ...{ uid, granted: new Decimal(granted), used: new Decimal(0), movedAt: noon, isSoft: true },
  ...{ nextDue: null, sourceDue: null, periodEnd: null },
});
const read = (wallet: ReadWallet | null, until: Date | null = null): ReadBalances => ({
  ...{ customerId: 'c', customerUid: 'c-uid', isWhole: true, version: 1, from: noon },
  ...{ until, dueAt: null },
  balances: [
    {
      ...{ customerUid: 'c-uid', isArchived: false, hasResource: false },
      currency: null,
      wallet,
      until,
      dueAt: null,
    },
  ],
});
const key = {
  ...{ customerUid: 'c-uid', customerId: 'c', currencyUid: 'y-uid', currencyId: 'y' },
  ...{ resourceKey: '', resourceId: null },
};
const moved = (uid: string, granted: number): CreditWallet =>
  Object.assign(CreditWallet.of(key, noon), { uid, granted: new Decimal(granted) });
const leftOf = (purse: HeldPurse, question: string, at = noon): (number | null)[] | undefined =>
  purse.find(question, at)?.map(({ wallet }) => wallet && wallet.granted.toNumber());

describe('what is held of the wallets of a customer', () => {
  it('Q9: a movement is in every answer that the wallet gives, and keeps what else is known', () => {
    const purse = new HeldPurse('c', 'c-uid');
    purse.learn('one', read(readWallet('w', 5)));
    purse.learn('two', read(readWallet('w', 5)));
    expect(purse.move(moved('w', 7))).toBe(true);
    expect([leftOf(purse, 'one'), leftOf(purse, 'two')]).toEqual([[7], [7]]);
    expect(purse.find('one', noon)?.[0]?.wallet?.isSoft).toBe(true);
  });

  it('Q9: of a wallet that is not known nobody knows whom it answers', () => {
    const purse = new HeldPurse('c', 'c-uid');
    purse.learn('one', read(null));
    expect(leftOf(purse, 'one')).toEqual([null]);
    expect(purse.move(moved('w', 7))).toBe(false);
  });

  it('Q9, credits L1: an answer is good from when it was read until time may choose another wallet', () => {
    const purse = new HeldPurse('c', 'c-uid');
    purse.learn('one', read(readWallet('w', 5), utc('2026-05-01T13:00')));
    expect(leftOf(purse, 'one', utc('2026-05-01T12:59'))).toEqual([5]);
    expect(leftOf(purse, 'one', utc('2026-05-01T13:00'))).toBeUndefined();
    expect(leftOf(purse, 'one', utc('2026-05-01T11:59'))).toBeUndefined();
    expect(leftOf(purse, 'another')).toBeUndefined();
    // Which an answer tells.
    expect(purse.find('one', noon)?.[0]?.until).toEqual(utc('2026-05-01T13:00'));
  });

  it('takes more room with each answer and wallet', () => {
    const purse = new HeldPurse('c', 'c-uid');
    const before = purse.bytes;
    purse.learn('one', read(readWallet('w', 5)));
    expect(purse.bytes).toBeGreaterThan(before);
  });
});
