import { lean, once } from './lean';
import {
  makesVersion,
  normalPackage,
  packageReferences,
  toldContents,
  type PackageDocument,
} from './package-document';
import type { PartForm, Reference } from './part-form';

export interface PlanDocument extends PackageDocument {
  parentPlanId?: string | null;
  compatibleAddonIds?: string[] | null;
  defaultTrialConfig?: TrialDocument | null;
  packageGroups?: OfferDocument[];
}

/** A set of addons that goes with the plan. Domain: catalog A6 */
export interface OfferDocument {
  id: string;
  minItems?: number | null;
  freeItems?: number | null;
}

/** Domain: catalog T1 */
export interface TrialDocument {
  duration: number;
  units: string;
  trialEndBehavior?: string | null;
  budget?: { limit: number; hasSoftLimit: boolean } | null;
}

export const planForm: PartForm<PlanDocument> = {
  part: 'plans',
  kind: 'PLAN',
  resource: 'plans',
  fixed: ['productId'],
  canReturn: true,
  normal: (given) => {
    const { parentPlanId } = given;
    const compatibleAddonIds = once(given.compatibleAddonIds);
    const defaultTrialConfig = given.defaultTrialConfig && normalTrial(given.defaultTrialConfig);
    const packageGroups = given.packageGroups?.map(normalOffer).sort((a, b) => (a.id < b.id ? -1 : 1));
    return normalPackage(given, { parentPlanId, compatibleAddonIds, packageGroups, defaultTrialConfig });
  },
  toldBeside: (plan, told) => {
    const contents = toldContents(plan, told);
    return contents ? planForm.normal({ ...plan, ...contents }) : plan;
  },
  references: (plan) => {
    const parent: Reference[] = plan.parentPlanId
      ? [{ path: 'parentPlanId', part: 'plans', id: plan.parentPlanId }]
      : [];
    const addons = (plan.compatibleAddonIds ?? []).map((id): Reference => ({
      path: 'compatibleAddonIds',
      part: 'addons',
      id,
    }));
    const groups = (plan.packageGroups ?? []).map(({ id }): Reference => ({
      path: 'packageGroups',
      part: 'packageGroups',
      id,
    }));
    return [...packageReferences(plan), ...parent, ...addons, ...groups];
  },
  follows: ({ parentPlanId }) => (parentPlanId ? [parentPlanId] : []),
  makesVersion,
};

const normalTrial = ({ duration, units, trialEndBehavior, budget }: TrialDocument): TrialDocument =>
  lean<TrialDocument>(
    {
      ...{ duration, units, trialEndBehavior },
      budget: budget && { limit: budget.limit, hasSoftLimit: budget.hasSoftLimit },
    },
    { trialEndBehavior: 'CANCEL_SUBSCRIPTION' },
  );

const normalOffer = ({ id, minItems, freeItems }: OfferDocument): OfferDocument =>
  lean<OfferDocument>({ id, minItems, freeItems });
