import { DomainError } from '#libs/kernel/errors/domain-error';

export type StartSetup = 'PLAN_SELECTION' | 'TRIAL_PERIOD' | 'FREE_PLAN';
export type EndSetup = 'DOWNGRADE_TO_FREE' | 'CANCEL_SUBSCRIPTION';
export type CancellationTime = 'END_OF_BILLING_PERIOD' | 'IMMEDIATE' | 'SPECIFIC_DATE';

/** How subscriptions of a product start and end. Domain: catalog P2 */
export interface ProductSettings {
  subscriptionStartSetup: StartSetup;
  /** The plan of FREE_PLAN and TRIAL_PERIOD; absent in rows of the first release. */
  subscriptionStartPlanId?: string | null;
  subscriptionEndSetup: EndSetup;
  /** The plan of DOWNGRADE_TO_FREE; absent in rows of the first release. */
  downgradePlanId?: string | null;
  subscriptionCancellationTime: CancellationTime;
  prorateAtEndOfBillingPeriod: boolean;
}

/** A change of the settings: the setups always, the rest where it is to change; null clears. */
export type SettingsRequest = Pick<
  ProductSettings,
  'subscriptionStartSetup' | 'subscriptionEndSetup' | 'subscriptionCancellationTime'
> & {
  subscriptionStartPlanId?: string | null;
  downgradePlanId?: string | null;
  prorateAtEndOfBillingPeriod?: boolean | null;
};

/** A plan that settings rely on, with what it must be. Domain: catalog P4 */
export interface NamedPlan {
  field: 'subscriptionStartPlanId' | 'downgradePlanId';
  planId: string;
  mustBe: 'FREE' | 'TRIAL';
}

// Domain: catalog P2
export const defaultSettings: ProductSettings = {
  subscriptionStartSetup: 'PLAN_SELECTION',
  subscriptionStartPlanId: null,
  subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
  downgradePlanId: null,
  subscriptionCancellationTime: 'END_OF_BILLING_PERIOD',
  prorateAtEndOfBillingPeriod: false,
};

/** @throws InvalidArgumentError for a setup without its plan, or a plan without its setup. Domain: catalog P4 */
export function changedSettings(before: ProductSettings, asked: SettingsRequest): ProductSettings {
  const { subscriptionStartSetup, subscriptionEndSetup, subscriptionCancellationTime } = asked;
  const { prorateAtEndOfBillingPeriod = before.prorateAtEndOfBillingPeriod } = asked;
  const needsStartPlan = subscriptionStartSetup !== 'PLAN_SELECTION';
  const needsDowngradePlan = subscriptionEndSetup === 'DOWNGRADE_TO_FREE';
  return {
    subscriptionStartSetup,
    subscriptionStartPlanId: planOf('subscriptionStartPlanId', subscriptionStartSetup, needsStartPlan, [
      asked.subscriptionStartPlanId,
      before.subscriptionStartPlanId,
    ]),
    subscriptionEndSetup,
    downgradePlanId: planOf('downgradePlanId', subscriptionEndSetup, needsDowngradePlan, [
      asked.downgradePlanId,
      before.downgradePlanId,
    ]),
    subscriptionCancellationTime,
    prorateAtEndOfBillingPeriod: prorateAtEndOfBillingPeriod ?? false,
  };
}

export function plansNamedIn(settings: ProductSettings): NamedPlan[] {
  const { subscriptionStartSetup, subscriptionStartPlanId, downgradePlanId } = settings;
  const mustBe = subscriptionStartSetup === 'TRIAL_PERIOD' ? 'TRIAL' : 'FREE';
  return [
    ...named('subscriptionStartPlanId', subscriptionStartPlanId, mustBe),
    ...named('downgradePlanId', downgradePlanId, 'FREE'),
  ];
}

/** For a product that has no published plan yet: the setups that name one fall back to their defaults. */
export const withoutPlans = (settings: ProductSettings): ProductSettings => ({
  ...defaultSettings,
  subscriptionCancellationTime: settings.subscriptionCancellationTime,
});

const named = (
  field: NamedPlan['field'],
  planId: string | null | undefined,
  mustBe: NamedPlan['mustBe'],
): NamedPlan[] => (planId ? [{ field, planId, mustBe }] : []);

/** The plan of a setup: what was sent, or what was stored where nothing was sent. */
function planOf(
  field: NamedPlan['field'],
  setup: StartSetup | EndSetup,
  isNeeded: boolean,
  [asked, stored]: [string | null | undefined, string | null | undefined],
): string | null {
  if (!isNeeded && asked) throw impossible(`productSettings.${field}: ${setup} uses no plan; leave it out`);
  if (!isNeeded) return null;
  const planId = asked === undefined ? stored : asked;
  if (!planId) throw impossible(`productSettings.${field}: ${setup} needs a plan; send its id`);
  return planId;
}

const impossible = (message: string): DomainError => new DomainError('InvalidArgumentError', message);
