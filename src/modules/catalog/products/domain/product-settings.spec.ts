import {
  changedSettings,
  defaultSettings,
  plansNamedIn,
  withoutPlans,
  type ProductSettings,
  type SettingsRequest,
} from './product-settings';

// Domain: catalog

const plain: SettingsRequest = {
  subscriptionStartSetup: 'PLAN_SELECTION',
  subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
  subscriptionCancellationTime: 'IMMEDIATE',
};
const stored: ProductSettings = {
  ...defaultSettings,
  subscriptionStartSetup: 'FREE_PLAN',
  subscriptionStartPlanId: 'start',
  subscriptionEndSetup: 'DOWNGRADE_TO_FREE',
  downgradePlanId: 'down',
};
/** As the first release stored them. */
const { subscriptionStartPlanId: _start, downgradePlanId: _down, ...former } = defaultSettings;

describe('settings of a product (P2, P4)', () => {
  it.each<[string, ProductSettings, Partial<SettingsRequest>, string | null, string | null]>([
    ['none by default', defaultSettings, {}, null, null],
    ['none in rows of the first release', former, {}, null, null],
    [
      'one that is sent',
      defaultSettings,
      { subscriptionStartSetup: 'FREE_PLAN', subscriptionStartPlanId: 'a' },
      'a',
      null,
    ],
    ['the stored one when none is sent', stored, { subscriptionStartSetup: 'FREE_PLAN' }, 'start', null],
    [
      'another for the stored one',
      stored,
      { subscriptionStartSetup: 'TRIAL_PERIOD', subscriptionStartPlanId: 'a' },
      'a',
      null,
    ],
    ['none when the setup uses none any more', stored, {}, null, null],
    [
      'none when null or nothing is sent',
      stored,
      { subscriptionStartPlanId: null, downgradePlanId: '' },
      null,
      null,
    ],
    ['the same at the end', stored, { subscriptionEndSetup: 'DOWNGRADE_TO_FREE' }, null, 'down'],
  ])('names %s', (_what, before, asked, startPlanId, downgradePlanId) => {
    expect(changedSettings(before, { ...plain, ...asked })).toMatchObject({
      subscriptionStartPlanId: startPlanId,
      downgradePlanId,
    });
  });

  it.each<[string, ProductSettings, Partial<SettingsRequest>]>([
    ['a start without its plan', defaultSettings, { subscriptionStartSetup: 'FREE_PLAN' }],
    ['a trial without its plan', defaultSettings, { subscriptionStartSetup: 'TRIAL_PERIOD' }],
    [
      'a start that loses its plan',
      stored,
      { subscriptionStartSetup: 'FREE_PLAN', subscriptionStartPlanId: null },
    ],
    ['a downgrade without its plan', defaultSettings, { subscriptionEndSetup: 'DOWNGRADE_TO_FREE' }],
    ['a plan without a start', defaultSettings, { subscriptionStartPlanId: 'a' }],
    ['a plan without a downgrade', defaultSettings, { downgradePlanId: 'a' }],
  ])('InvalidArgumentError: %s', (_what, before, asked) => {
    expect(() => changedSettings(before, { ...plain, ...asked })).toThrow(/^productSettings\.\w+PlanId: /);
  });

  it('proration that is not sent stays, null clears it', () => {
    const prorating = { ...stored, prorateAtEndOfBillingPeriod: true };
    expect(changedSettings(prorating, plain).prorateAtEndOfBillingPeriod).toBe(true);
    const cleared = changedSettings(prorating, { ...plain, prorateAtEndOfBillingPeriod: null });
    expect(cleared.prorateAtEndOfBillingPeriod).toBe(false);
  });

  it('each plan that is named says what it must be', () => {
    expect(plansNamedIn(defaultSettings)).toEqual([]);
    expect(plansNamedIn(former)).toEqual([]);
    const start = { field: 'subscriptionStartPlanId', planId: 'start' };
    const downgrade = { field: 'downgradePlanId', planId: 'down', mustBe: 'FREE' };
    expect(plansNamedIn(stored)).toEqual([{ ...start, mustBe: 'FREE' }, downgrade]);
    const trial = { ...stored, subscriptionStartSetup: 'TRIAL_PERIOD' } as const;
    expect(plansNamedIn(trial)).toEqual([{ ...start, mustBe: 'TRIAL' }, downgrade]);
  });

  it('P7: without its plans a product starts and ends as a new one', () => {
    const copied = withoutPlans({ ...stored, subscriptionCancellationTime: 'IMMEDIATE' });
    expect(copied).toEqual({ ...defaultSettings, subscriptionCancellationTime: 'IMMEDIATE' });
  });
});
