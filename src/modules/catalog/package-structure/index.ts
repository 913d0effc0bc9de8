export { linksOf, type PackageNode, ProductStructure, type VersionLinks } from './domain/product-structure';
export type { VersionFacts } from './domain/version-facts';
export { PackageStructureModule } from './package-structure.module';
export { PackageStructureService, type TermsRequest } from './package-structure.service';
export { PackageVersionsService } from './package-versions.service';
