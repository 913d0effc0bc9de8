import { tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { EntitlementTag } from './domain/entitlement-tag';

export const entitlementTagMapping = tenantMapping(EntitlementTag, 'package_entitlement_tag', {
  columns: { packageVersionUid: uuid(), entitlementUid: uuid(), groupUid: uuid(), groupId: text() },
  uniques: [{ name: 'uq_package_entitlement_tag', columns: ['entitlementUid', 'groupUid'] }],
  indices: [
    { name: 'ix_package_entitlement_tag_version', columns: ['packageVersionUid'] },
    { name: 'ix_package_entitlement_tag_group', columns: ['groupUid'] },
  ],
  references: [
    {
      name: 'fk_package_entitlement_tag_version',
      property: 'packageVersionUid',
      target: () => 'PackageVersion',
      onDelete: 'CASCADE',
    },
    {
      name: 'fk_package_entitlement_tag_entitlement',
      property: 'entitlementUid',
      target: () => 'PackageEntitlement',
      onDelete: 'CASCADE',
    },
    { name: 'fk_package_entitlement_tag_group', property: 'groupUid', target: () => 'FeatureGroup' },
  ],
});
