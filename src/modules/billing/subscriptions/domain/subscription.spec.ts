import type { PublishedPackage } from '#modules/catalog/packages';
import type { UsageResetCutoff } from '#modules/catalog/products';
import { requireDelegable } from './payer';
import { Subscription, type SubscriptionStatus } from './subscription';
import { type Terms } from './terms';
import { grantsOtherwise } from './subscription-change';
import { type SubscriptionChange } from './subscription';
import type { SubscriptionPackage } from './subscription-package';

// Domain: customers-subscriptions

const now = new Date('2026-03-04T15:30:00.000Z');
const later = new Date('2026-03-11T00:00:00.000Z');
const terms: Terms = { purchase: null, billingCycleAnchor: null, isCycleRestarted: false, downgrade: null };

const published = (id: string): PublishedPackage =>
  ({ id, packageUid: `uid-${id}`, versionUid: `uid-${id}-1` }) as PublishedPackage;

const provisioned = (former?: Subscription): SubscriptionChange =>
  Subscription.provision(
    {
      ...{ id: 'one', customerUid: 'uid-acme', customerId: 'acme', resourceKey: '', resourceId: null },
      ...{ payingCustomerUid: null, payingCustomerId: null },
      ...{ productUid: 'uid-main', planUid: 'uid-pro', planId: 'pro', pricingType: 'CUSTOM' },
      ...{ overrides: [], billingId: null, salesforceId: null, billing: null, budget: null, metadata: {} },
    },
    {
      chain: [published('base'), published('pro')],
      addons: [{ addon: published('extra'), quantity: 2 }],
      ...{ terms, cutoff: 'NEVER_RESET', formerAnchor: former?.usageAnchor },
      formerAddons: former?.addons ?? [],
      ...{ coupon: undefined, formerCoupons: former?.coupons ?? null },
      ...{
        startDate: former ? later : now,
        trial: null,
        cancellationDate: null,
        endDate: null,
        pendingUntil: null,
      },
    },
    former ? later : now,
  );
const one = (): Subscription => provisioned().after;

describe('a subscription', () => {
  it('V1: begins with its plan, those that it inherits from, and its addons', () => {
    const { verb, before, after } = provisioned();
    expect([verb, before]).toEqual(['created', null]);
    expect(after.plans.map(({ packageId, position }) => [packageId, position])).toEqual([
      ['base', 0],
      ['pro', 1],
    ]);
    expect(after.addons.map(({ packageId, quantity }) => [packageId, quantity])).toEqual([['extra', 2]]);
    expect([after.startDate, after.usageAnchor]).toEqual([now, now]);
  });

  it('V4: goes on counting where the one counted whose place it takes, and with the addons that stay', () => {
    const { after } = provisioned(one());
    expect([after.startDate, after.usageAnchor]).toEqual([later, now]);
    expect(after.addons.map(({ joinedAt }) => joinedAt)).toEqual([now]);
    expect(after.plans.map(({ joinedAt }) => joinedAt)).toEqual([later, later]);
  });

  it('V5: keeps what a change does not name, and tells what it was', () => {
    const subscription = one();
    const patch = { addons: [], terms, metadata: { team: 'red' } };
    const { verb, before, after } = subscription.change(patch, 'NEVER_RESET', later);
    expect([verb, after]).toEqual(['updated', subscription]);
    expect(before).toMatchObject({ metadata: {}, overrides: [] });
    expect(before?.addons).toHaveLength(1);
    expect(after).toMatchObject({ metadata: { team: 'red' }, overrides: [], usageAnchor: now, addons: [] });
  });

  it.each([
    ['NEVER_RESET', true, now],
    ['BILLING_PERIOD_CHANGE', false, now],
    ['BILLING_PERIOD_CHANGE', true, later],
    ['ALWAYS_RESET', false, later],
  ] as const)('entitlements-usage H1: %s, cycle restarted %s', (cutoff, isCycleRestarted, anchor) => {
    const subscription = one();
    const { packages, pricingType } = subscription;
    subscription.move({ packages, pricingType }, { ...terms, isCycleRestarted }, cutoff, later);
    expect(subscription.usageAnchor).toEqual(anchor);
  });

  it('S4, X4: is ended by time as an import said, and gives up what waits', () => {
    const subscription = one();
    subscription.change({ endDate: later }, 'NEVER_RESET', now);
    expect([subscription.dueAt, subscription.endsAt, subscription.grantsUntil]).toEqual([
      later,
      later,
      later,
    ]);
    const { verb, after } = subscription.endByTime(later);
    expect([verb, after.cancelReason, after.statusAt(later)]).toEqual([
      'expired_non_recurring',
      'EXPIRED',
      'EXPIRED',
    ]);
    expect([after.endDate, after.dueAt]).toEqual([later, null]);
  });

  it('S4: runs on where that end is taken back', () => {
    const subscription = one();
    subscription.change({ endDate: later }, 'NEVER_RESET', now);
    subscription.change({ endDate: null }, 'NEVER_RESET', now);
    expect([subscription.dueAt, subscription.endsAt]).toEqual([null, null]);
  });

  it('S5: ends once, with its reason', () => {
    const subscription = one();
    const { verb, before, after } = subscription.cancel('Immediate', later);
    expect([verb, before?.hasEnded, after.hasEnded]).toEqual(['canceled', false, true]);
    expect(after).toMatchObject({ endsAt: later, cancelReason: 'Immediate' });
    const again = () => subscription.cancel('CustomerArchived', later);
    expect(again).toThrow(expect.objectContaining({ code: 'SubscriptionAlreadyCanceledOrExpired' }));
    expect(subscription.cancelReason).toBe('Immediate');
  });

  it('X7: is paid by whom it is delegated to, its own customer being nobody else', () => {
    const subscription = one();
    const [acme, parent] = [
      { uid: 'uid-acme', id: 'acme' },
      { uid: 'uid-parent', id: 'parent' },
    ];
    expect([subscription.isPaidBy(acme), subscription.isPaidBy(parent)]).toEqual([true, false]);
    const { verb, before, after } = subscription.delegate(parent);
    expect([verb, before.payingCustomerId, after.payingCustomerId]).toEqual(['updated', null, 'parent']);
    expect([subscription.isPaidBy(acme), subscription.isPaidBy(parent)]).toEqual([false, true]);
    expect(subscription).toMatchObject({ customerUid: 'uid-acme', payingCustomerUid: 'uid-parent' });
    subscription.delegate(acme);
    expect(subscription).toMatchObject({ payingCustomerUid: null, payingCustomerId: null });
  });

  it.each<[SubscriptionStatus, boolean]>([
    ['NOT_STARTED', true],
    ['PAYMENT_PENDING', false],
    ['IN_TRIAL', false],
    ['ACTIVE', true],
  ])('S7: %s, may be delegated: %s', (status, isAllowed) => {
    const subscription = one();
    jest.spyOn(subscription, 'statusAt').mockReturnValue(status);
    const ask = (): void => requireDelegable(subscription, now);
    if (isAllowed) expect(ask).not.toThrow();
    else expect(ask).toThrow(expect.objectContaining({ code: 'InvalidSubscriptionStatus' }));
  });

  it('S7: what has ended is not delegated', () => {
    const subscription = one();
    subscription.cancel('Immediate', later);
    const code = 'SubscriptionAlreadyCanceledOrExpired';
    expect(() => requireDelegable(subscription, later)).toThrow(expect.objectContaining({ code }));
  });

  it('D10: what is declared anew is what grants otherwise', () => {
    const subscription = one();
    const { packages, pricingType } = subscription;
    const moved = (to: readonly SubscriptionPackage[], cutoff: UsageResetCutoff) =>
      subscription.move({ packages: to, pricingType }, terms, cutoff, later);
    const changes: [() => SubscriptionChange, boolean][] = [
      [() => provisioned(), true],
      [() => subscription.joinContract({ uid: 'uid-deal', id: 'deal' }), false],
      [() => subscription.leaveContract(), false],
      [() => subscription.delegate({ uid: 'uid-parent', id: 'parent' }), false],
      [() => moved(packages, 'NEVER_RESET'), false],
      [() => moved([...packages], 'NEVER_RESET'), true],
      [() => moved(subscription.packages, 'ALWAYS_RESET'), true],
      [() => subscription.cancel('Immediate', later), true],
    ];
    for (const [change, isDeclared] of changes) expect(grantsOtherwise(change())).toBe(isDeclared);
  });

  it('Z1, T9, entitlements-usage G10: the notice of a trial changes nothing that is granted; once it is told, what an earlier release has declared is renewed', () => {
    const trial = one();
    const trialEndsAt = new Date('2026-04-04T15:30:00.000Z');
    Object.assign(trial, {
      slot: 'TRIAL',
      trialEndsAt,
      trialEndBehavior: 'CONVERT_TO_PAID',
      endsSoonAt: later,
    });
    expect([trial.nextStep?.at, trial.grantsOtherwiseAt]).toEqual([later, trialEndsAt]);
    expect(grantsOtherwise(trial.tellEndsSoon(later))).toBe(true);
  });
});
