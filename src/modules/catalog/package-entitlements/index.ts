export type { AttachedFeatureGroup } from './domain/attached-feature-group';
export type { CreditCadence, FeatureRequest } from './domain/entitlement-request';
export type { EntitlementName } from './domain/entitlement-rules';
export type { EntitlementValue } from './domain/entitlement-value';
export { completeFeatureTerms, type FeatureTerms } from './domain/feature-terms';
export type { CarriedEntitlement } from './domain/overage-limits';
export {
  currencyUidsOf,
  featureUidsOf,
  PackageEntitlement as StoredEntitlement,
} from './domain/package-entitlement';
export {
  type EntitlementTargets,
  requireComplete,
  requireDependencies,
} from './domain/publishable-entitlements';
export { OrderEntitlementsBody } from './entitlement-order.inputs';
export { EntitlementsController } from './entitlements-of-kind.controller';
export { EntitlementsResolver } from './entitlements-of-kind.resolver';
export { EntitlementsOf } from './entitlements-of-kind.service';
export { FeatureGroupsController } from './feature-groups-of-kind.controller';
export { FeatureGroupsResolver } from './feature-groups-of-kind.resolver';
export { FeatureGroupsOf } from './feature-groups-of-kind.service';
export { OverageEntitlementsService } from './overage-entitlements.service';
export {
  CreateEntitlementsBody,
  EntitlementInput,
  EntitlementInputCredit,
  EntitlementInputFeature,
} from './package-entitlements.inputs';
export { PackageEntitlementsModule } from './package-entitlements.module';
export { PackageEntitlementsService } from './package-entitlements.service';
export { CreditCadenceEnum, Entitlement, EntitlementKindEnum } from './package-entitlements.views';
export { SetFeatureGroupBody } from './package-feature-groups.inputs';
export { PackageFeatureGroupsService } from './package-feature-groups.service';
export { VersionEntitlementsService } from './version-entitlements.service';
