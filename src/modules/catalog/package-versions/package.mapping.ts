import {
  bool,
  instant,
  integer,
  jsonb,
  addressedMapping,
  tenantMapping,
  text,
  uuid,
} from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { Package } from './domain/package';
import { PackageVersion } from './domain/package-version';

export const packageMapping = addressedMapping(Package, 'package', {
  columns: {
    kind: text(),
    id: text(),
    productUid: uuid(),
    productId: text(),
    displayName: text(),
    description: text(true),
    billingId: text(true),
    metadata: jsonb(),
  },
  uniques: [{ name: 'uq_package_id', columns: ['kind', 'id'] }],
  indices: [
    { name: 'ix_package_product', columns: ['productUid'] },
    // As `searched` makes them, of each kind by itself.
    { name: 'ix_package_search_id', columns: ['kind', 'id'] },
    { name: 'ix_package_search_display_name', columns: ['kind', 'displayName'] },
  ],
  references: [{ name: 'fk_package_product', property: 'productUid', target: () => 'Product' }],
});

export const packageVersionMapping = tenantMapping(PackageVersion, 'package_version', {
  columns: {
    packageUid: uuid(),
    versionNumber: integer(),
    status: text(),
    isLatest: bool(),
    publishedAt: instant(true),
    pricingType: text(true),
    parentPlanUid: uuid(true),
    parentPlanId: text(true),
    compatibleAddons: jsonb(true),
    packageGroups: jsonb(true),
    dependencies: jsonb(true),
    maxQuantity: integer(true),
    defaultTrialConfig: jsonb(true),
    overageBillingPeriod: text(true),
  },
  uniques: [{ name: 'uq_package_version_number', columns: ['packageUid', 'versionNumber'] }],
  indices: [
    { name: 'uq_package_version_draft', columns: ['packageUid'], unique: true, where: `status = 'DRAFT'` },
    { name: 'uq_package_version_latest', columns: ['packageUid'], unique: true, where: 'is_latest' },
    { name: 'ix_package_version_parent', columns: ['parentPlanUid'] },
  ],
  references: [
    {
      name: 'fk_package_version_package',
      property: 'packageUid',
      target: () => 'Package',
      onDelete: 'CASCADE',
    },
    { name: 'fk_package_version_parent', property: 'parentPlanUid', target: () => 'Package' },
  ],
});

whenViolated(
  'uq_package_id',
  'DuplicatedEntityNotAllowed',
  'A package of this kind with this id exists already',
);
whenViolated('uq_package_version_draft', 'DraftAlreadyExists');
