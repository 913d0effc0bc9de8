import { addressedMapping, integer, jsonb, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { FeatureGroup } from './domain/feature-group';
import { FeatureGroupMember } from './domain/feature-group-member';

export const featureGroupMapping = addressedMapping(FeatureGroup, 'feature_group', {
  columns: { id: text(), displayName: text(), status: text(), metadata: jsonb() },
  uniques: [{ name: 'uq_feature_group_id', columns: ['id'] }],
});

/** Refers to the feature, so that a feature in a group cannot be deleted. Domain: catalog F9 */
export const featureGroupMemberMapping = tenantMapping(FeatureGroupMember, 'feature_group_member', {
  columns: { groupUid: uuid(), featureUid: uuid(), featureId: text(), position: integer() },
  uniques: [{ name: 'uq_feature_group_member', columns: ['groupUid', 'featureUid'] }],
  indices: [{ name: 'ix_feature_group_member_feature', columns: ['featureUid'] }],
  references: [
    {
      name: 'fk_feature_group_member_group',
      property: 'groupUid',
      target: () => 'FeatureGroup',
      onDelete: 'CASCADE',
    },
    { name: 'fk_feature_group_member_feature', property: 'featureUid', target: () => 'Feature' },
  ],
});

whenViolated(
  'uq_feature_group_id',
  'DuplicatedEntityNotAllowed',
  'A feature group with this id exists already',
);
