import { View } from '#libs/shape/classes';
import { ListOf, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { FeatureGroup as StoredGroup, FeatureGroupStatus } from './domain/feature-group';
import type { FeatureGroupMember } from './domain/feature-group-member';

export const FeatureGroupStatusEnum = enumShape<FeatureGroupStatus>('FeatureGroupStatus', [
  'PUBLISHED',
  'ARCHIVED',
]);

@View('A named set of features that packages take whole.')
export class FeatureGroup {
  @Text() id: string;
  @Timestamp() createdAt: Date;
  @Text() displayName: string;
  @ListOf({}, { description: 'In display order.' }) featureIds: string[];
  @StringMap() metadata: Record<string, string>;
  @OneOf(FeatureGroupStatusEnum) status: FeatureGroupStatus;
  @Timestamp() updatedAt: Date;

  static from(group: StoredGroup, members: readonly FeatureGroupMember[]): FeatureGroup {
    const { id, createdAt, displayName, metadata, status, updatedAt } = group;
    const featureIds = members.map(({ featureId }) => featureId);
    return { id, createdAt, displayName, featureIds, metadata, status, updatedAt };
  }
}
