import { DomainError } from '#libs/kernel/errors/domain-error';
import type { ObjectChange } from './catalog-object';
import { keyOf } from './differences';
import type { EntitlementDocument } from './entitlement-list';
import type { PlanDocument } from './plan-form';

/**
 * An overage makes the limit below it soft, and for an inherited one the operations write the plan a limit of its own. The
 * document must say that itself, or it would never be in force. Domain: catalog R5
 * @param plans as they will be
 * @throws MergeEnvironmentValidationError
 */
export function requireOwnLimits(
  { at, after }: ObjectChange<PlanDocument>,
  plans: ReadonlyMap<string, PlanDocument>,
): void {
  for (const model of after?.charges?.overagePricingModels ?? []) {
    const { featureId, currencyId } = model;
    const subject = featureId === undefined ? `CREDIT ${currencyId}` : `FEATURE ${featureId}`;
    const [own, ...ancestors] = chainOf(after as PlanDocument, plans).map((plan) =>
      entitlementOf(plan, subject),
    );
    const inherited = ancestors.find((each) => each !== undefined);
    if (own || !inherited || inherited.isGranted === false || inherited.hasSoftLimit) continue;
    throw new DomainError(
      'MergeEnvironmentValidationError',
      `${at}.charges.overagePricingModels[${keyOf(model)}]: the limit is inherited; write ${subject} among the entitlements of the plan itself`,
    );
  }
}

/** Nearest first. */
function chainOf(plan: PlanDocument, plans: ReadonlyMap<string, PlanDocument>): PlanDocument[] {
  const chain = [plan];
  for (let parent = plan.parentPlanId; parent; parent = chain.at(-1)?.parentPlanId) {
    const next = plans.get(parent);
    if (!next || chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}

const entitlementOf = ({ entitlements = [] }: PlanDocument, key: string): EntitlementDocument | undefined =>
  entitlements.find((each) => keyOf(each) === key);
