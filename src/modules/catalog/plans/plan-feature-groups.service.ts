import { FeatureGroupsOf } from '#modules/catalog/package-entitlements';

/** Feature groups on the draft of a plan. */
export class PlanFeatureGroupsService extends FeatureGroupsOf('PLAN') {}
