import { mergedReset, resetAnchorOf, type Reset, type ResetRequest } from './reset-configuration';

// Domain: catalog

const nothing: Reset = { resetPeriod: null, accordingTo: null };
const merge = (asked: ResetRequest, stored = nothing) => mergedReset(stored, asked, 'entitlements[0].');
const refusal = (act: () => unknown): { code?: string; message?: string } => {
  try {
    act();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  return {};
};

describe('the reset of a new entitlement (E7)', () => {
  it.each(['YEAR', 'MONTH', 'WEEK'] as const)(
    '%s without configuration counts from the subscription',
    (resetPeriod) => {
      expect(merge({ resetPeriod })).toEqual({ resetPeriod, accordingTo: 'SubscriptionStart' });
    },
  );

  it.each(['DAY', 'HOUR'] as const)('%s has nothing to configure', (resetPeriod) => {
    expect(merge({ resetPeriod })).toEqual({ resetPeriod, accordingTo: null });
  });

  it('null objects are absent ones', () => {
    const nulls = {
      yearlyResetPeriodConfiguration: null,
      monthlyResetPeriodConfiguration: null,
      weeklyResetPeriodConfiguration: null,
    };
    expect(merge(nulls)).toEqual(nothing);
    expect(merge({ resetPeriod: 'WEEK', ...nulls })).toEqual({
      resetPeriod: 'WEEK',
      accordingTo: 'SubscriptionStart',
    });
  });

  it('each period takes the object of its own name', () => {
    expect(
      resetAnchorOf({
        resetPeriod: 'MONTH',
        monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' },
      }),
    ).toBe('StartOfTheMonth');
    expect(
      resetAnchorOf({ resetPeriod: 'WEEK', weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' } }),
    ).toBe('EveryMonday');
    expect(resetAnchorOf({})).toBeNull();
  });

  it.each<ResetRequest>([
    { resetPeriod: 'MONTH', weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' } },
    { resetPeriod: 'WEEK', yearlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' } },
    { resetPeriod: 'DAY', monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' } },
    { resetPeriod: 'HOUR', weeklyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' } },
    { monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' } },
    {
      resetPeriod: 'MONTH',
      monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' },
      weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' },
    },
  ])('an object that is not the one of the period is InvalidEntitlementResetPeriod: %j', (asked) => {
    expect(refusal(() => merge(asked))).toMatchObject({
      code: 'InvalidEntitlementResetPeriod',
      message: expect.stringMatching(/^entitlements\[0\]\.\w+ResetPeriodConfiguration /) as string,
    });
  });
});

describe('the reset of a changed entitlement (E3)', () => {
  const monthly: Reset = { resetPeriod: 'MONTH', accordingTo: 'StartOfTheMonth' };

  it('absent leaves it as it is', () => {
    expect(merge({}, monthly)).toEqual(monthly);
    expect(merge({ resetPeriod: 'MONTH' }, monthly)).toEqual(monthly);
  });

  it('a new period drops a configuration that no longer fits', () => {
    expect(merge({ resetPeriod: 'YEAR' }, monthly)).toEqual({
      resetPeriod: 'YEAR',
      accordingTo: 'SubscriptionStart',
    });
    expect(merge({ resetPeriod: 'DAY' }, monthly)).toEqual({ resetPeriod: 'DAY', accordingTo: null });
  });

  it('a configuration alone belongs to the stored period', () => {
    const asked = { monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' } } as const;
    expect(merge(asked, monthly)).toEqual({ resetPeriod: 'MONTH', accordingTo: 'SubscriptionStart' });
    expect(refusal(() => merge(asked, { resetPeriod: 'WEEK', accordingTo: 'EveryMonday' })).code).toBe(
      'InvalidEntitlementResetPeriod',
    );
  });
});
