export {
  type DefaultTrial,
  defaultTrialOf,
  type DefaultTrialRequest,
  type TrialEndBehavior,
  type TrialUnit,
} from './domain/default-trial';
export { type OfferedGroup, requireGroupsAllowed } from './domain/offered-group';
export { Package, type PackageChanges } from './domain/package';
export {
  type MigrationType,
  nameOf,
  type PackageKind,
  type PackageReference,
  type PackageStatus,
  type PricingType,
  wordsOf,
} from './domain/package-kind';
export { PackageLife } from './domain/package-life';
export { noTerms, PackageVersion, type VersionTerms } from './domain/package-version';
export { type EditedDraft, PackageLivesService, type SelectedVersion } from './package-lives.service';
export { PackageSelectionService } from './package-selection.service';
export { ListPackagesQuery, VersionQuery } from './package-versions.inputs';
export { PackageVersionsModule } from './package-versions.module';
export type { VersionSelection } from './package-versions.repository';
export { MigrationTypeEnum, PackageStatusEnum, PricingTypeEnum } from './package-versions.views';
export type { PackageFilter } from './packages.repository';
