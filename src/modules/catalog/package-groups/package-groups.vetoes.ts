import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Vetoes } from '#libs/messaging/extensions';
import { packageRetirement, packageRevival } from '#modules/catalog/packages';
import { PackageGroupsRepository } from './package-groups.repository';

/** What packages may not do, because groups stand on them or they on groups. */
@Injectable()
export class PackageGroupVetoes {
  constructor(private readonly groups: PackageGroupsRepository) {}

  /** @throws AddonIsCompatibleWithGroup. Domain: catalog L9 */
  @Vetoes(packageRetirement)
  async refuseMember({ package: retired }: typeof packageRetirement.facts): Promise<void> {
    const { kind, uid, id, productUid } = retired;
    if (kind !== 'ADDON') return;
    const groups = await this.groups.liveOf(productUid);
    const holding = groups.filter(({ addons }) => addons.some((addon) => addon.uid === uid));
    if (holding.length === 0) return;
    const names = holding.map((group) => group.id).join(', ');
    const message = `Addon ${id} is in package group ${names}; take it out first`;
    throw new DomainError('AddonIsCompatibleWithGroup', message);
  }

  /** Of the groups that it offers. Domain: catalog L2, A6 */
  @Vetoes(packageRevival)
  async requireLive({ groups: offered }: typeof packageRevival.facts): Promise<void> {
    const groups = await this.groups.findByUids(offered.map(({ uid }) => uid));
    for (const { uid, minItems } of offered) {
      groups.get(uid)?.requireLive();
      groups.get(uid)?.requireEnough(minItems, 'minItems');
    }
  }
}
