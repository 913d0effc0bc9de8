import { PackagesOf } from '#modules/catalog/packages';
import type { CreatePlanBody, UpdatePlanBody } from './plans.inputs';
import { Plan } from './plans.views';

/** Packages that subscriptions are based on. */
export class PlansService extends PackagesOf('PLAN', {
  view: Plan,
  asked: ({ status: _, parentPlanId, pricingType, defaultTrialConfig, ...rest }: CreatePlanBody) => ({
    ...rest,
    terms: { parentPlanId, pricingType, defaultTrialConfig },
  }),
  update: ({
    compatibleAddonIds,
    parentPlanId,
    defaultTrialConfig,
    charges,
    ...changes
  }: UpdatePlanBody) => ({
    changes,
    terms: { compatibleAddonIds, parentPlanId, defaultTrialConfig },
    charges,
  }),
}) {}
