import { one, page } from '#libs/use-cases/answer';
import { IdReference } from '#libs/shape/id-reference';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { told } from '#libs/context/revision';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { FeatureGroup as StoredGroup } from './domain/feature-group';
import type { FeatureGroupMember } from './domain/feature-group-member';
import { FeatureGroupMembersService } from './feature-group-members.service';
import type {
  CreateFeatureGroupBody,
  ListFeatureGroupsQuery,
  UpdateFeatureGroupBody,
} from './feature-groups.inputs';
import { FeatureGroupsRepository } from './feature-groups.repository';
import { FeatureGroup } from './feature-groups.views';

/** A group and its members, for who takes it. */
export interface TakenGroup {
  uid: string;
  id: string;
  /** In the group's order. */
  features: { uid: string; id: string }[];
}

interface GroupWithMembers {
  group: StoredGroup;
  members: readonly FeatureGroupMember[];
}

@Injectable()
export class FeatureGroupsService {
  private readonly record: ChangeRecord<GroupWithMembers>;

  constructor(
    private readonly groups: FeatureGroupsRepository,
    private readonly members: FeatureGroupMembersService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: 'FEATURE_GROUP',
      noun: 'feature_group',
      picture: ({ group, members }) => FeatureGroup.from(group, members),
      idOf: ({ group }) => group.id,
      payload: (featureGroup) => ({ featureGroup }),
      versionOf: ({ group }) => group.revision,
    });
  }

  /** @throws DuplicatedEntityNotAllowed, FeatureNotFound, EntityIsArchivedError for a suspended feature, BadUserInput */
  @UseCase('createFeatureGroup', {
    needs: 'features:write',
    answers: one(FeatureGroup),
    summary: 'Create a feature group.',
  })
  async create({ id, displayName, featureIds, ...body }: CreateFeatureGroupBody): Promise<FeatureGroup> {
    const metadata = newMetadata(body.metadata);
    const group = StoredGroup.create({ id, displayName, metadata }, this.clock.now());
    const members = await this.members.named(group, featureIds);
    await this.groups.insert(group);
    await this.members.insert(members);
    this.record.add('created', null, { group, members });
    return told(FeatureGroup.from(group, members), group);
  }

  /** @throws FeatureGroupNotFoundError */
  @UseCase('getFeatureGroup', {
    needs: 'features:read',
    opens: 'PUBLIC',
    answers: one(FeatureGroup),
    summary: 'Get a feature group.',
  })
  async get(id: string): Promise<FeatureGroup> {
    const group = await this.groups.getOrThrow(id);
    return told(FeatureGroup.from(group, await this.members.of(group)), group);
  }

  @UseCase('listFeatureGroups', {
    needs: 'features:read',
    opens: 'PUBLIC',
    answers: page(FeatureGroup),
    summary: 'List feature groups, newest first.',
  })
  async list(query: ListFeatureGroupsQuery): Promise<Page<FeatureGroup>> {
    const { id: ids, featureId: featureIds, status, createdAt } = query;
    const page = await this.groups.list(pageRequestOf(query), { ids, featureIds, status, createdAt });
    const members = await this.members.ofAll(page.items);
    return mapPage(page, (group) => FeatureGroup.from(group, members.get(group.uid) ?? []));
  }

  /**
   * Packages that took the group keep what they took: their versions are immutable. Domain: catalog F10, L4
   * @throws FeatureGroupNotFoundError, FeatureNotFound, EntityIsArchivedError, InvalidMetadataError, BadUserInput
   */
  @UseCase('updateFeatureGroup', {
    needs: 'features:write',
    answers: one(FeatureGroup),
    summary: 'Change a feature group.',
  })
  async update(id: string, { featureIds, ...changes }: UpdateFeatureGroupBody): Promise<FeatureGroup> {
    return this.apply(id, 'updated', async (group, present) => {
      group.change(changes);
      return featureIds ? this.members.replace(group, present, featureIds) : present;
    });
  }

  /** No package takes it from now on; those that took it keep it. @throws FeatureGroupNotFoundError, EntityIsArchivedError */
  @UseCase('archiveFeatureGroup', {
    needs: 'features:write',
    answers: one(FeatureGroup),
    summary: 'Archive a feature group; packages that took it keep it.',
  })
  archive(id: string): Promise<FeatureGroup> {
    return this.apply(id, 'archived', (group) => group.archive());
  }

  /** @throws FeatureGroupNotFoundError, BadUserInput when it is not archived */
  @UseCase('unarchiveFeatureGroup', {
    needs: 'features:write',
    answers: one(FeatureGroup),
    summary: 'Bring an archived feature group back.',
  })
  unarchive(id: string): Promise<FeatureGroup> {
    return this.apply(id, 'unarchived', (group) => group.unarchive());
  }

  /** For good, with its places for members. @throws FeatureGroupNotFoundError, IntegrityViolation while a package holds it */
  @UseCase('deleteFeatureGroup', {
    needs: 'features:write',
    answers: one(IdReference),
    summary: 'Delete a feature group that no package holds.',
  })
  async delete(id: string): Promise<{ id: string }> {
    const group = await this.groups.lockOrThrow(id);
    const members = await this.members.of(group);
    await this.groups.removeUnreferenced(group, (by) => stillReferred(id, by));
    this.record.add('deleted', { group, members }, null);
    return { id };
  }

  /**
   * The group as it is now, to be put on a package: what it holds later does not reach that package.
   * @throws FeatureGroupNotFoundError, EntityIsArchivedError
   */
  @Within()
  async usable(id: string): Promise<TakenGroup> {
    const group = await this.groups.getOrThrow(id);
    group.requireLive();
    return this.taken(group);
  }

  /** Archived or not. @throws FeatureGroupNotFoundError */
  @Within()
  async getOrThrow(id: string): Promise<TakenGroup> {
    return this.taken(await this.groups.getOrThrow(id));
  }

  /** Archived or not. */
  @Within()
  byUids(uids: readonly string[]): Promise<Map<string, StoredGroup>> {
    return this.groups.findByUids(uids);
  }

  /** All of the environment with their features, archived ones too. @param hold against other writers until the end */
  @Within()
  async everything(hold: boolean): Promise<{ group: StoredGroup; featureIds: string[] }[]> {
    const groups = await this.groups.everything(hold);
    const members = await this.members.ofAll(groups);
    return groups.map((group) => ({
      group,
      featureIds: (members.get(group.uid) ?? []).map(({ featureId }) => featureId),
    }));
  }

  private async taken(group: StoredGroup): Promise<TakenGroup> {
    const members = await this.members.of(group);
    const features = members.map(({ featureUid, featureId }) => ({ uid: featureUid, id: featureId }));
    return { uid: group.uid, id: group.id, features };
  }

  /** A change of its members is one of the group. */
  private async apply(
    id: string,
    verb: string,
    change: (
      group: StoredGroup,
      members: FeatureGroupMember[],
    ) => void | Promise<readonly FeatureGroupMember[]>,
  ): Promise<FeatureGroup> {
    const group = await this.groups.lockOrThrow(id);
    const present = await this.members.of(group);
    const before = { group: copyOf(group), members: present };
    const members = (await change(group, present)) ?? present;
    const now = this.clock.now();
    const hasMoved = idsOf(members) !== idsOf(present);
    if (hasMoved) await this.groups.save(group, now);
    if (hasMoved || (await this.groups.saveChanged(before.group, group, now))) {
      this.record.add(verb, before, { group, members });
    }
    return told(FeatureGroup.from(group, members), group);
  }
}

const idsOf = (members: readonly FeatureGroupMember[]): string =>
  members.map(({ featureId }) => featureId).join();

const stillReferred = (id: string, by: string): DomainError =>
  new DomainError(
    'IntegrityViolation',
    `Feature group ${id} cannot be deleted, a ${by} refers to it; archive it instead`,
  );
