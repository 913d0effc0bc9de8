import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Vetoes } from '#libs/messaging/vetoes';
import type { OfferedGroup } from '#modules/catalog/package-versions';
import { packageRetirement, packageRevival } from '#modules/catalog/packages';
import { PackageGroupsRepository } from './package-groups.repository';

/** What packages may not do, because groups stand on them or they on groups. */
@Injectable()
export class PackageGroupVetoes implements OnModuleInit {
  constructor(
    private readonly vetoes: Vetoes,
    private readonly groups: PackageGroupsRepository,
  ) {}

  onModuleInit(): void {
    // Domain: catalog L9
    this.vetoes.register(packageRetirement, async ({ package: { kind, uid, id, productUid } }) => {
      if (kind === 'ADDON') await this.refuseMember(uid, id, productUid);
    });
    // Domain: catalog L2, A6
    this.vetoes.register(packageRevival, ({ groups }) => this.requireLive(groups));
  }

  private async refuseMember(uid: string, id: string, productUid: string): Promise<void> {
    const groups = await this.groups.liveOf(productUid);
    const holding = groups.filter(({ addons }) => addons.some((addon) => addon.uid === uid));
    if (holding.length === 0) return;
    const names = holding.map((group) => group.id).join(', ');
    const message = `Addon ${id} is in package group ${names}; take it out first`;
    throw new DomainError('AddonIsCompatibleWithGroup', message);
  }

  private async requireLive(offered: readonly OfferedGroup[]): Promise<void> {
    const groups = await this.groups.findByUids(offered.map(({ uid }) => uid));
    for (const { uid, minItems } of offered) {
      groups.get(uid)?.requireLive();
      groups.get(uid)?.requireEnough(minItems, 'minItems');
    }
  }
}
