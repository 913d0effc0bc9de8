import { one, page } from '#libs/use-cases/answer';
import { IdReference } from '#libs/shape/id-reference';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { PackageGroupingService } from '#modules/catalog/packages';
import { PackageGroup as StoredGroup } from './domain/package-group';
import type {
  CreatePackageGroupBody,
  ListPackageGroupsQuery,
  UpdatePackageGroupBody,
} from './package-groups.inputs';
import { PackageGroupsRepository } from './package-groups.repository';
import { PackageGroup } from './package-groups.views';

/** Domain: catalog A6 */
@Injectable()
export class PackageGroupsService {
  private readonly changes: Changes<StoredGroup, PackageGroup>;

  constructor(
    private readonly groups: PackageGroupsRepository,
    private readonly grouping: PackageGroupingService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    const told = { entity: 'PACKAGE_GROUP', noun: 'package_group' } as const;
    this.changes = recorder.changesOf(groups, { ...told, view: PackageGroup.from });
  }

  /** @throws AddonNotFound, EntityIsArchivedError, BadUserInput for addons of several products, DuplicatedEntityNotAllowed */
  @UseCase('createPackageGroup', {
    needs: 'addons:write',
    answers: one(PackageGroup),
    summary: 'Create a package group.',
  })
  async create({ id, displayName = null, addonIds }: CreatePackageGroupBody): Promise<PackageGroup> {
    const { product, addons } = await this.grouping.membersOf(addonIds);
    const owner = { productUid: product.uid, productId: product.id };
    return this.changes.create(StoredGroup.create({ id, displayName, ...owner, addons }, this.clock.now()));
  }

  /** @throws PackageGroupNotFound */
  @UseCase('getPackageGroup', {
    needs: 'addons:read',
    opens: 'PUBLIC',
    answers: one(PackageGroup),
    summary: 'Get a package group.',
  })
  async get(id: string): Promise<PackageGroup> {
    return this.changes.get(id);
  }

  @UseCase('listPackageGroups', {
    needs: 'addons:read',
    opens: 'PUBLIC',
    answers: page(PackageGroup),
    summary: 'List package groups, newest first.',
  })
  async list(query: ListPackageGroupsQuery): Promise<Page<PackageGroup>> {
    const { productId, status, createdAt } = query;
    const page = await this.groups.list(pageRequestOf(query), { productId, status, createdAt });
    return mapPage(page, PackageGroup.from);
  }

  /**
   * Plans offer the group as it is now; running subscriptions keep the addons that they have.
   * @throws PackageGroupNotFound, EntityIsArchivedError, AddonNotFound, BadUserInput for an addon of another product, and for
   *   fewer addons than a plan asks for
   */
  @UseCase('updatePackageGroup', {
    needs: 'addons:write',
    answers: one(PackageGroup),
    summary: 'Change a package group.',
  })
  async update(id: string, { displayName, addonIds }: UpdatePackageGroupBody): Promise<PackageGroup> {
    return this.changes.apply(await this.lockOrThrow(id), 'updated', async (group) => {
      group.requireLive();
      group.change({ displayName, addons: addonIds && (await this.membersFor(group, addonIds)) });
      if (addonIds) await this.requireEnoughForPlans(group);
    });
  }

  /** @throws PackageGroupNotFound, EntityIsArchivedError, IntegrityViolation while a plan in use offers it */
  @UseCase('archivePackageGroup', {
    needs: 'addons:write',
    answers: one(PackageGroup),
    summary: 'Archive a package group.',
  })
  async archive(id: string): Promise<PackageGroup> {
    return this.changes.apply(await this.lockOrThrow(id), 'archived', async (group) => {
      group.archive();
      const [plan] = await this.grouping.plansOffering(group);
      if (!plan) return;
      const message = `Plan ${plan.id} offers package group ${id}; take it off the plan first`;
      throw new DomainError('IntegrityViolation', message);
    });
  }

  /** @throws PackageGroupNotFound, BadUserInput when it is not archived, EntityIsArchivedError when one of its addons is */
  @UseCase('unarchivePackageGroup', {
    needs: 'addons:write',
    answers: one(PackageGroup),
    summary: 'Bring an archived package group back.',
  })
  async unarchive(id: string): Promise<PackageGroup> {
    return this.changes.apply(await this.lockOrThrow(id), 'unarchived', async (group) => {
      group.unarchive();
      group.change({ addons: await this.membersFor(group, group.addonIds) });
    });
  }

  /** Only what no version of a plan ever offered. @throws PackageGroupNotFound, IntegrityViolation */
  @UseCase('deletePackageGroup', {
    needs: 'addons:write',
    answers: one(IdReference),
    summary: 'Delete a package group that no plan ever offered.',
  })
  async delete(id: string): Promise<{ id: string }> {
    const group = await this.lockOrThrow(id);
    await this.grouping.plansOffering(group);
    if (await this.grouping.isEverOffered(group.uid)) {
      const message = `A version of a plan offers package group ${id}; archive it instead`;
      throw new DomainError('IntegrityViolation', message);
    }
    await this.changes.remove(group);
    return { id };
  }

  /** Groups of another product, with the ids that they got. */
  @Within()
  async addAll(groups: StoredGroup[]): Promise<void> {
    await this.changes.createAll(groups);
  }

  /** All of the environment, archived ones too. @param hold against other writers until the end of the unit of work */
  @Within()
  everything(hold: boolean): Promise<StoredGroup[]> {
    return this.groups.everything(hold);
  }

  /** @throws PackageGroupNotFound, EntityIsArchivedError for a group of an archived product */
  private async lockOrThrow(id: string): Promise<StoredGroup> {
    const group = await this.groups.lockOrThrow(id);
    await this.grouping.holdProduct(group.productUid);
    return group;
  }

  private async membersFor(group: StoredGroup, addonIds: readonly string[]) {
    const product = { uid: group.productUid, id: group.productId };
    return (await this.grouping.membersOf(addonIds, product)).addons;
  }

  private async requireEnoughForPlans(group: StoredGroup): Promise<void> {
    for (const { id, minItems } of await this.grouping.plansOffering(group)) {
      group.requireEnough(minItems, 'addonIds', ` by plan ${id}`);
    }
  }
}
