import { bool, decimal, jsonb, safeInteger, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { PackageEntitlement } from './domain/package-entitlement';

export const packageEntitlementMapping = tenantMapping(PackageEntitlement, 'package_entitlement', {
  columns: {
    packageVersionUid: uuid(),
    kind: text(),
    refId: text(),
    featureUid: uuid(true),
    currencyUid: uuid(true),
    description: text(true),
    isGranted: bool(),
    isCustom: bool(true),
    // `order` is a word of SQL.
    order: { type: 'double precision', name: 'position' },
    behavior: text(),
    hiddenFromWidgets: jsonb(),
    displayNameOverride: text(true),
    usageLimit: safeInteger(true),
    hasUnlimitedUsage: bool(),
    hasSoftLimit: bool(),
    resetPeriod: text(true),
    accordingTo: text(true),
    enumValues: jsonb(true),
    amount: decimal(true),
    cadence: text(true),
    dependencyFeatureUid: uuid(true),
    dependencyFeatureId: text(true),
  },
  uniques: [{ name: 'uq_package_entitlement', columns: ['packageVersionUid', 'kind', 'refId'] }],
  indices: [
    { name: 'ix_package_entitlement_feature', columns: ['featureUid'] },
    { name: 'ix_package_entitlement_currency', columns: ['currencyUid'] },
  ],
  references: [
    {
      name: 'fk_package_entitlement_version',
      property: 'packageVersionUid',
      target: () => 'PackageVersion',
      onDelete: 'CASCADE',
    },
    { name: 'fk_package_entitlement_feature', property: 'featureUid', target: () => 'Feature' },
    { name: 'fk_package_entitlement_currency', property: 'currencyUid', target: () => 'CustomCurrency' },
    { name: 'fk_package_entitlement_dependency', property: 'dependencyFeatureUid', target: () => 'Feature' },
  ],
});

whenViolated(
  'uq_package_entitlement',
  'DuplicatedEntityNotAllowed',
  'The draft has an entitlement of this type and id already',
);
