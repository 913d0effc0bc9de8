import { isFree, requireFittingPlan, type OfferedPlan } from './settings-plan';

// Domain: catalog

const product = { uid: 'product', id: 'main' };
const plan = (more: Partial<OfferedPlan> = {}): OfferedPlan => ({
  ...{ uid: 'plan', productUid: 'product', pricingType: 'FREE', isPublished: true, hasTrial: false },
  ...more,
});
const sold = plan({ pricingType: 'PAID', hasTrial: true });
const outcome = (mustBe: 'FREE' | 'TRIAL', offered: OfferedPlan | undefined): string => {
  try {
    requireFittingPlan({ field: 'downgradePlanId', planId: 'free', mustBe }, offered, product);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message}`;
  }
  return 'fits';
};

describe('plans that settings rely on (P4)', () => {
  it.each<[string, 'FREE' | 'TRIAL', OfferedPlan | undefined, RegExp]>([
    ['a published FREE plan for FREE', 'FREE', plan(), /^fits$/],
    ['nothing', 'FREE', undefined, /downgradePlanId: Plan free is no plan of product main/],
    ['a plan of another product', 'FREE', plan({ productUid: 'other' }), /is no plan of product main/],
    ['a plan that is not published', 'FREE', plan({ isPublished: false }), /is not published/],
    ['a PAID plan for FREE', 'FREE', sold, /is PAID and must be FREE/],
    ['a PAID plan with a trial for TRIAL', 'TRIAL', sold, /^fits$/],
    ['a CUSTOM plan with a trial for TRIAL', 'TRIAL', { ...sold, pricingType: 'CUSTOM' }, /^fits$/],
    ['a FREE plan for TRIAL', 'TRIAL', plan(), /is FREE and must be PAID or CUSTOM/],
    ['a plan without trial for TRIAL', 'TRIAL', { ...sold, hasTrial: false }, /has no defaultTrialConfig/],
  ])('%s', (_what, mustBe, offered, expected) => {
    expect(outcome(mustBe, offered)).toMatch(expected);
    if (expected.source !== '^fits$') expect(outcome(mustBe, offered)).toMatch(/^InvalidArgumentError /);
  });

  it('only what is published and FREE is given without asking', () => {
    expect([undefined, plan({ isPublished: false }), sold].map(isFree)).toEqual([false, false, false]);
    expect(isFree(plan())).toBe(true);
  });
});
