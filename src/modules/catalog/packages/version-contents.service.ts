import { Injectable } from '@nestjs/common';
import { ChargesService } from '#modules/catalog/charges';
import { VersionEntitlementsService } from '#modules/catalog/package-entitlements';

/** What lies below a version and is copied with it: the one place that knows every part. Domain: catalog L3, P7 */
@Injectable()
export class VersionContents {
  constructor(
    private readonly entitlements: VersionEntitlementsService,
    private readonly charges: ChargesService,
  ) {}

  /** @param targets uid of the version that gets the copy, by uid of the version that is copied */
  async copy(targets: ReadonlyMap<string, string>, { isAnotherPackage = false } = {}): Promise<void> {
    await this.entitlements.copyAll(targets);
    await this.charges.copyAll(targets, { isBilled: !isAnotherPackage });
  }
}
