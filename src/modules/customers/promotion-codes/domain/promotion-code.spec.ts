import { PromotionCode, spellingKeyOf } from './promotion-code';

// Domain: customers-subscriptions

const now = new Date('2026-03-01T00:00:00.000Z');
const later = new Date('2026-03-02T00:00:00.000Z');
const unlimited = { expiresAt: null, maxRedemptions: null, minimumAmount: null, firstPurchaseOnly: false };
const code = (
  changes: { id?: string; expiresAt?: Date; maxRedemptions?: number | null } = {},
): PromotionCode =>
  PromotionCode.create(
    {
      id: 'Spring20',
      coupon: { uid: 'coupon-uid', id: 'spring' },
      customer: null,
      ...unlimited,
      metadata: {},
      ...changes,
    },
    now,
  );
const redeemed = (times: number, changes: { maxRedemptions?: number | null } = {}): PromotionCode =>
  Object.assign(code(changes), { timesRedeemed: times });
const refusal = (expected: string, message: RegExp): Error =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) as string }) as Error;

describe('the spelling of a promotion code', () => {
  it.each([
    ['SPRING20', 'spring20'],
    ['Spring20', 'spring20'],
    ['spring20', 'spring20'],
    ['A_b|C.d-E', 'a_b|c.d-e'],
  ])('does not matter in letter case: %s', (id, key) => {
    expect(spellingKeyOf(id)).toBe(key);
  });

  it.each(['\u212Aelvin', '\u0130stanbul', 'STRA\u1E9EE'])(
    'mixes up no letters that only look alike: %s',
    (id) => {
      expect(spellingKeyOf(id)).not.toBe(id.toLowerCase());
      expect(spellingKeyOf(id)).toContain(/[^ -~]/.exec(id)?.[0] as string);
    },
  );
});

describe('a promotion code', () => {
  it('is active at first, redeemed by nobody, and told as it was written', () => {
    const fresh = {
      id: 'Spring20',
      status: 'ACTIVE',
      timesRedeemed: 0,
      couponId: 'spring',
      customerId: null,
    };
    expect(code()).toMatchObject(fresh);
  });

  it('N6: is over from its end on, or once archived', () => {
    const ending = code({ expiresAt: later });
    expect([ending.isOver(now), ending.isOver(later)]).toEqual([false, true]);
    expect(code().isOver(later)).toBe(false);
    ending.archive();
    expect(ending.isOver(now)).toBe(true);
  });

  it.each([
    [null, 1e6, false],
    [3, 2, false],
    [3, 3, true],
  ])('N6: of at most %p redemptions, %d leave none: %p', (maxRedemptions, times, expected) => {
    expect(redeemed(times, { maxRedemptions }).isUsedUp()).toBe(expected);
  });

  it('N6: a redemption is counted and given back, never below none', () => {
    const given = code();
    given.countRedemption();
    expect(given.timesRedeemed).toBe(1);
    given.giveBackRedemption();
    given.giveBackRedemption();
    expect(given.timesRedeemed).toBe(0);
  });

  it('ends in the future, from the beginning and after a change', () => {
    const wrong = refusal('BadUserInput', /expiresAt must lie in the future/);
    expect(() => code({ expiresAt: now })).toThrow(wrong);
    expect(() => code().change({ expiresAt: now }, now)).toThrow(wrong);
    const changed = code();
    changed.change({ expiresAt: later }, now);
    expect(changed.expiresAt).toBe(later);
  });

  it('is limited to no fewer redemptions than there were', () => {
    const used = redeemed(3);
    const wrong = refusal('BadUserInput', /maxRedemptions must be at least 3/);
    expect(() => used.change({ maxRedemptions: 2 }, now)).toThrow(wrong);
    used.change({ maxRedemptions: 3 }, now);
    expect(used.isUsedUp()).toBe(true);
    used.change({ maxRedemptions: null }, now);
    expect(used.isUsedUp()).toBe(false);
  });

  it('archived, takes no change and is not archived again', () => {
    const ended = code();
    ended.archive();
    expect(() => ended.archive()).toThrow(refusal('EntityIsArchivedError', /Spring20 is archived/));
    expect(() => ended.change({}, now)).toThrow(refusal('EntityIsArchivedError', /Spring20/));
  });
});
