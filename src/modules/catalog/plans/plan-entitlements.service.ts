import { EntitlementsOf } from '#modules/catalog/package-entitlements';

/** Entitlements of the draft of a plan. */
export class PlanEntitlementsService extends EntitlementsOf('PLAN') {}
