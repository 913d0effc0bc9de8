export type { CreditCadence, EntitlementKind } from './domain/entitlement-request';
export { changedAt, type PackageAtVersion } from './domain/package-at-version';
export type { PackageEntitlement as StoredEntitlement } from './domain/package-entitlement';
export type { PackageKind, PackageReference, PackageStatus, PricingType } from './domain/package-kind';
export type { PublishedPackage } from './domain/published-package';
export {
  resetAnchorOf,
  type ResetAnchor,
  type ResetPeriod,
  type ResetRequest,
} from './domain/reset-configuration';
export { PackageCatalogService } from './package-catalog.service';
export {
  CreateEntitlementsBody,
  DeleteEntitlementQuery,
  EntitlementPatch,
  type EntitlementPatchCredit,
  type EntitlementPatchFeature,
} from './package-entitlements.inputs';
export { PackageEntitlementsService } from './package-entitlements.service';
export {
  CreditCadenceEnum,
  packageEntitlementView,
  packageEntitlementViews,
  ResetPeriodEnum,
  type PackageEntitlementView,
} from './package-entitlements.views';
export { PackageLifecycleService } from './package-lifecycle.service';
export { moveAllCustomers, PackagePublicationService } from './package-publication.service';
export {
  ListPackagesQuery,
  PublishPackageBody,
  unbuiltCharges,
  UpdatePlanCharge,
  VersionQuery,
} from './packages.inputs';
export { PackagesModule } from './packages.module';
export { PackagesService } from './packages.service';
export {
  Entitlement,
  EntitlementKindEnum,
  IdReference,
  PackageStatusEnum,
  PricingTypeEnum,
  PublishTask,
} from './packages.views';
export {
  MonthlyResetPeriodConfiguration,
  WeeklyResetPeriodConfiguration,
  YearlyResetPeriodConfiguration,
} from './reset-period.inputs';
