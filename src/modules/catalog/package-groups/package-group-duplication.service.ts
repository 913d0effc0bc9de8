import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Consequences } from '#libs/messaging/consequences';
import { Journal } from '#libs/messaging/journal';
import type { PackageReference } from '#modules/catalog/package-versions';
import {
  copyIdOf,
  PackageGroupingService,
  packagesDuplicated,
  type PackagesDuplicated,
} from '#modules/catalog/packages';
import { PackageGroup as StoredGroup } from './domain/package-group';
import { PackageGroupsRepository } from './package-groups.repository';
import { PackageGroup } from './package-groups.views';

/** A copied product has groups of its own, of the copies of the addons. Domain: catalog P7 */
@Injectable()
export class PackageGroupDuplication implements OnModuleInit {
  constructor(
    private readonly consequences: Consequences,
    private readonly groups: PackageGroupsRepository,
    private readonly grouping: PackageGroupingService,
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.consequences.register(packagesDuplicated, async (facts) => {
      const copies = await this.copyAll(facts);
      await this.grouping.repointOffers(facts.versionUids, copies);
    });
  }

  /** By uid of the original. A group of nothing that was copied is not copied itself. */
  private async copyAll({
    fromProduct,
    toProduct,
    packages,
  }: PackagesDuplicated): Promise<Map<string, PackageReference>> {
    const taken = await this.groups.takenIds();
    const copies = new Map<string, StoredGroup>();
    for (const original of await this.groups.liveOf(fromProduct.uid)) {
      // As in the lists of plans, an archived addon could not be bought anyway.
      const addons = original.addons.flatMap(({ uid }) => referenceOf(packages.get(uid)));
      if (addons.length === 0) continue;
      const id = copyIdOf(original.id, taken);
      taken.add(id);
      const owner = { productUid: toProduct.uid, productId: toProduct.id };
      const { displayName } = original;
      copies.set(original.uid, StoredGroup.create({ id, displayName, ...owner, addons }, this.clock.now()));
    }
    await this.groups.insertAll([...copies.values()]);
    for (const copy of copies.values()) this.tell(copy);
    return new Map([...copies].map(([uid, copy]) => [uid, { uid: copy.uid, id: copy.id }]));
  }

  private tell(copy: StoredGroup): void {
    const entity = { entityType: 'PACKAGE_GROUP', entityId: copy.id } as const;
    const after = PackageGroup.from(copy);
    this.journal.record({ type: 'package_group.created', ...entity, before: null, after });
  }
}

const referenceOf = (copy: PackageReference | undefined): PackageReference[] =>
  copy ? [{ uid: copy.uid, id: copy.id }] : [];
