import { entitlementEdits, normalEntitlements, type EntitlementDocument } from './entitlement-list';

// Domain: catalog

const feature = (id: string, more: object = {}): EntitlementDocument => ({ type: 'FEATURE', id, ...more });
const credit = (id: string, more: object = {}): EntitlementDocument => ({
  type: 'CREDIT',
  id,
  amount: 1,
  cadence: 'MONTH',
  ...more,
});

describe('the normal form of entitlements', () => {
  it.each<[string, object, object]>([
    ['what is so anyway', { isGranted: true, isCustom: false, behavior: 'Increment', usageLimit: null }, {}],
    [
      'what is empty',
      { description: '', displayNameOverride: null, hiddenFromWidgets: [], enumValues: null },
      {},
    ],
    ['the usual reset', { monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' } }, {}],
  ])('leaves out %s', (_what, said, normal) => {
    expect(normalEntitlements([feature('a', said)])).toEqual([feature('a', normal)]);
  });

  it.each<[string, object, object]>([
    ['a limit of nothing', { usageLimit: 0 }, { usageLimit: 0 }],
    ['what is taken away', { isGranted: false }, { isGranted: false }],
    ['another reset', { weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' } }, {}],
    ['each value once', { enumValues: ['a', 'b', 'a'] }, { enumValues: ['a', 'b'] }],
    [
      'widgets in their order',
      { hiddenFromWidgets: ['CHECKOUT', 'PAYWALL'] },
      { hiddenFromWidgets: ['PAYWALL', 'CHECKOUT'] },
    ],
  ])('keeps %s', (_what, said, normal) => {
    expect(normalEntitlements([feature('a', said)])).toEqual([feature('a', { ...said, ...normal })]);
  });

  it('tells a place only where it is not the next one', () => {
    const given = [feature('c', { order: 7 }), feature('a', { order: 1 }), feature('b', { order: 7 })];
    expect(normalEntitlements(given)).toEqual([
      feature('a'),
      feature('b', { order: 7 }),
      feature('c', { order: 7 }),
    ]);
  });

  it('R5: the limit below an overage is soft, whatever is said', () => {
    const given = [feature('a', { usageLimit: 1, hasSoftLimit: false }), credit('a')];
    expect(normalEntitlements(given, new Set(['FEATURE a']))).toEqual([
      feature('a', { usageLimit: 1, hasSoftLimit: true }),
      credit('a'),
    ]);
  });

  it('says that an amount of credits is left open', () => {
    const open = credit('tokens', { amount: null, isCustom: true });
    expect(normalEntitlements([open])).toEqual([open]);
  });

  it('is the same again', () => {
    const once = normalEntitlements([
      credit('x', { hasSoftLimit: true }),
      feature('a', { resetPeriod: 'WEEK' }),
    ]);
    expect(normalEntitlements(once)).toEqual(once);
  });
});

describe('edits of entitlements', () => {
  it('are none between the same', () => {
    const list = [feature('a', { usageLimit: 1 }), credit('b')];
    expect(entitlementEdits(list, structuredClone(list))).toEqual({ added: [], patched: [], removed: [] });
  });

  it('take away, change and add, each with its place', () => {
    const before = [feature('a'), feature('b', { usageLimit: 1, hasSoftLimit: true }), credit('b')];
    const after = [feature('b', { usageLimit: 2 }), credit('b', { amount: 5 }), feature('c')];
    expect(entitlementEdits(before, after)).toEqual({
      removed: [feature('a', { order: 1 })],
      patched: [
        feature('b', { usageLimit: 2, order: 1, hasSoftLimit: false }),
        credit('b', { amount: 5, order: 2 }),
      ],
      added: [feature('c', { order: 3 })],
    });
  });

  it('E3: make anew what loses something that a PATCH cannot take away', () => {
    const edits = entitlementEdits([feature('a', { resetPeriod: 'MONTH' })], [feature('a')]);
    expect(edits.patched).toEqual([]);
    expect(edits.removed).toEqual([feature('a', { resetPeriod: 'MONTH', order: 1 })]);
    expect(edits.added).toEqual([feature('a', { order: 1 })]);
  });
});
