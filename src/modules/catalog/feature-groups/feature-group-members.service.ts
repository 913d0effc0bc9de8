import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Extensions, Question } from '#libs/messaging/extensions';
import { FeaturesService, type StoredFeature } from '#modules/catalog/features';
import type { FeatureGroup } from './domain/feature-group';
import { FeatureGroupMember, requireDistinct, sameMembers } from './domain/feature-group-member';
import { FeatureGroupMembersRepository } from './feature-group-members.repository';

/** May the members of the group change? Asked before they do; those of versions that took the group stay in any case (catalog F10). */
export const groupMembersChange = new Question<{
  group: FeatureGroup;
  added: { uid: string; id: string }[];
  removed: { uid: string; id: string }[];
}>('feature-group.change-members');

/** Which features a group holds, in their order. */
@Injectable()
export class FeatureGroupMembersService {
  constructor(
    private readonly members: FeatureGroupMembersRepository,
    private readonly features: FeaturesService,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
  ) {}

  async of(group: FeatureGroup): Promise<FeatureGroupMember[]> {
    return (await this.members.of([group.uid])).get(group.uid) ?? [];
  }

  ofAll(groups: readonly FeatureGroup[]): Promise<Map<string, FeatureGroupMember[]>> {
    return this.members.of(groups.map(({ uid }) => uid));
  }

  /**
   * What a request names; a suspended feature may stay, and not be added.
   * @throws FeatureNotFound, EntityIsArchivedError, BadUserInput
   */
  async named(
    group: FeatureGroup,
    featureIds: readonly string[],
    present: readonly FeatureGroupMember[] = [],
  ): Promise<FeatureGroupMember[]> {
    requireDistinct(featureIds);
    const found = await this.features.findAll(featureIds);
    const stay = new Set(present.map(({ featureId }) => featureId));
    for (const feature of found.values()) if (!stay.has(feature.id)) feature.requireUsable();
    const now = this.clock.now();
    return featureIds.map((featureId, position) => {
      const { uid: featureUid } = found.get(featureId) as StoredFeature;
      return FeatureGroupMember.create({ groupUid: group.uid, featureUid, featureId, position }, now);
    });
  }

  insert(members: FeatureGroupMember[]): Promise<void> {
    return this.members.insertAll(members);
  }

  /** @throws FeatureNotFound, EntityIsArchivedError, BadUserInput, and what the judges of groupMembersChange say */
  async replace(
    group: FeatureGroup,
    present: FeatureGroupMember[],
    featureIds: readonly string[],
  ): Promise<FeatureGroupMember[]> {
    const members = await this.named(group, featureIds, present);
    const presentIds = present.map(({ featureId }) => featureId);
    if (sameMembers(presentIds, featureIds)) return present;
    const [added, removed] = [without(members, present), without(present, members)];
    await this.extensions.ask(groupMembersChange, { group, added, removed });
    await this.members.replace(group.uid, members);
    return members;
  }
}

const without = (members: readonly FeatureGroupMember[], others: readonly FeatureGroupMember[]) => {
  const known = new Set(others.map(({ featureUid }) => featureUid));
  return members.flatMap(({ featureUid, featureId }) =>
    known.has(featureUid) ? [] : [{ uid: featureUid, id: featureId }],
  );
};
