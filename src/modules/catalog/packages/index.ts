export { IdReference } from '#libs/shape/id-reference';
export type { CreditCadence, EntitlementKind } from './domain/entitlement-request';
export type { DefaultTrial, DefaultTrialRequest, TrialEndBehavior, TrialUnit } from './domain/default-trial';
export { changedAt, subjectOf, type PackageAtVersion, type PackageChange } from './domain/package-at-version';
export type { EntitlementValue } from './domain/entitlement-value';
export type { OfferedGroup } from './domain/offered-group';
export type { PackageEntitlement as StoredEntitlement } from './domain/package-entitlement';
export type {
  MigrationType,
  PackageKind,
  PackageReference,
  PackageStatus,
  PricingType,
} from './domain/package-kind';
export type { PublishedPackage } from './domain/published-package';
export { OrderEntitlementsBody } from './entitlement-order.inputs';
export { EntitlementOrderService } from './entitlement-order.service';
export type { NewPackageRequest } from './new-packages.service';
export type { VersionFacts } from './domain/version-facts';
export { OveragePricingModel, UpdatePlanCharge } from './package-charges.inputs';
export { liveVersions, PackageChargesService } from './package-charges.service';
export { isFree, type OfferedPlan } from './domain/settings-plan';
export { PackageCatalogService } from './package-catalog.service';
export { copyIdOf } from './domain/package-copy';
export { packagesDuplicated, type PackagesDuplicated } from './package-duplication.service';
export {
  CreateEntitlementsBody,
  DeleteEntitlementQuery,
  EntitlementInput,
  type EntitlementInputCredit,
  type EntitlementInputFeature,
  EntitlementPatch,
  type EntitlementPatchCredit,
  type EntitlementPatchFeature,
} from './package-entitlements.inputs';
export { PackageEntitlementsService } from './package-entitlements.service';
export {
  CreditCadenceEnum,
  packageEntitlementView,
  packageEntitlementViews,
  type PackageEntitlementView,
} from './package-entitlements.views';
export { SetFeatureGroupBody } from './package-feature-groups.inputs';
export { PackageFeatureGroupsService } from './package-feature-groups.service';
export { PackageFeatureGroup } from './package-feature-groups.views';
export { PackageGroupingService } from './package-grouping.service';
export { PackageLifecycleService } from './package-lifecycle.service';
export { PackageSnapshotsService, type PackageSnapshot } from './package-snapshots.service';
export { PackagePublicationService, versionPublished, type Publication } from './package-publication.service';
export { packageRetirement, PackageRetirementService, packageRevival } from './package-retirement.service';
export { PackageTermsService } from './package-terms.service';
export { ListChargesQuery, ListPackagesQuery, PublishPackageBody, VersionQuery } from './packages.inputs';
export { PackageVersionsService } from './package-versions.service';
export { PackagesModule } from './packages.module';
export { PackagesService } from './packages.service';
export {
  Entitlement,
  EntitlementKindEnum,
  MigrationTypeEnum,
  PackageStatusEnum,
  PricingTypeEnum,
  PublishTask,
} from './packages.views';
export { packageFollowedProduct } from './product-followers.service';
