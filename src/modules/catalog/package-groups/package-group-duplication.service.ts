import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Follows } from '#libs/messaging/extensions';
import type { PackageReference } from '#modules/catalog/package-versions';
import {
  copyIdOf,
  PackageGroupingService,
  packagesDuplicated,
  type PackagesDuplicated,
} from '#modules/catalog/packages';
import { PackageGroup as StoredGroup } from './domain/package-group';
import { PackageGroupsRepository } from './package-groups.repository';
import { PackageGroupsService } from './package-groups.service';

/** A copied product has groups of its own, of the copies of the addons. Domain: catalog P7 */
@Injectable()
export class PackageGroupDuplication {
  constructor(
    private readonly groups: PackageGroupsRepository,
    private readonly grouping: PackageGroupingService,
    private readonly service: PackageGroupsService,
    private readonly clock: Clock,
  ) {}

  @Follows(packagesDuplicated)
  async follow(facts: PackagesDuplicated): Promise<void> {
    await this.grouping.repointOffers(facts.versionUids, await this.copyAll(facts));
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
    await this.service.addAll([...copies.values()]);
    return new Map([...copies].map(([uid, copy]) => [uid, { uid: copy.uid, id: copy.id }]));
  }
}

const referenceOf = (copy: PackageReference | undefined): PackageReference[] =>
  copy ? [{ uid: copy.uid, id: copy.id }] : [];
