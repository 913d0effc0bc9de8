import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
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
    const { manager } = this.persistence.unitOfWork;
    await manager.delete(this.schema, { environmentId: currentEnvironmentId(), groupUid });
    await this.insertAll(members);
  }
}
