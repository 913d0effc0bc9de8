import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { FeatureGroupMember } from './domain/feature-group-member';
import { featureGroupMemberMapping } from './feature-group.mapping';

@Injectable()
export class FeatureGroupMembersRepository extends TenantTable<FeatureGroupMember> {
  constructor(persistence: Persistence) {
    super(persistence, featureGroupMemberMapping);
  }

  /** By group, each in its order. */
  async of(groupUids: readonly string[]): Promise<Map<string, FeatureGroupMember[]>> {
    const byGroup = new Map<string, FeatureGroupMember[]>(groupUids.map((uid) => [uid, []]));
    const found = await this.where('t.group_uid = any($2) order by t.position', [groupUids]);
    for (const member of found) byGroup.get(member.groupUid)?.push(member);
    return byGroup;
  }

  async replace(groupUid: string, members: FeatureGroupMember[]): Promise<void> {
    await this.removeWhere('t.group_uid = $2', [groupUid]);
    await this.insertAll(members);
  }
}
