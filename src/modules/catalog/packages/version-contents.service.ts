import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { ChargesService } from '#modules/catalog/charges';
import type { PackageEntitlement } from './domain/package-entitlement';
import { EntitlementTagsRepository } from './entitlement-tags.repository';
import { PackageEntitlementsRepository } from './package-entitlements.repository';

/** What lies below a version and is copied with it: the one place that knows every part. Domain: catalog L3, P7 */
@Injectable()
export class VersionContents {
  constructor(
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly tags: EntitlementTagsRepository,
    private readonly charges: ChargesService,
    private readonly clock: Clock,
  ) {}

  /** @param targets uid of the version that gets the copy, by uid of the version that is copied */
  @Within()
  async copy(targets: ReadonlyMap<string, string>, { isAnotherPackage = false } = {}): Promise<void> {
    const now = this.clock.now();
    const byVersion = await this.entitlements.ofVersions([...targets.keys()]);
    // By uid of the original.
    const copies = new Map<string, PackageEntitlement>();
    for (const [from, to] of targets) {
      for (const original of byVersion.get(from) ?? []) copies.set(original.uid, original.copyTo(to, now));
    }
    await this.entitlements.insertAll([...copies.values()]);
    const tags = await this.tags.ofVersions([...targets.keys()]);
    await this.tags.insertAll(
      tags.flatMap((tag) => {
        const entitlement = copies.get(tag.entitlementUid);
        return entitlement ? [tag.copyTo(entitlement, now)] : [];
      }),
    );
    await this.charges.copyAll(targets, { isBilled: !isAnotherPackage });
  }
}
