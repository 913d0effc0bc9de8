import { enumShape } from '#libs/shape/enum-shape';
import type { MigrationType, PackageStatus, PricingType } from './domain/package-kind';

export const PackageStatusEnum = enumShape<PackageStatus>('PackageStatus', [
  'DRAFT',
  'PUBLISHED',
  'ARCHIVED',
]);
export const PricingTypeEnum = enumShape<PricingType>('PricingType', ['FREE', 'PAID', 'CUSTOM']);
export const MigrationTypeEnum = enumShape<MigrationType>('MigrationType', [
  'NEW_CUSTOMERS',
  'ALL_CUSTOMERS',
]);
