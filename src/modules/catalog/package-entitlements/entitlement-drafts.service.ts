import { Injectable } from '@nestjs/common';
import {
  type PackageKind,
  type PackageLife,
  type PackageVersion,
  PackageLivesService,
} from '#modules/catalog/package-versions';

export interface EditedDraft {
  life: PackageLife;
  draft: PackageVersion;
}

/** Drafts whose entitlements are edited. Domain: catalog L4 */
@Injectable()
export class EntitlementDraftsService {
  constructor(private readonly lives: PackageLivesService) {}

  /** Until the end of the unit of work. @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode */
  async lockOrThrow(kind: PackageKind, packageId: string): Promise<EditedDraft> {
    const life = await this.lives.lockOrThrow(kind, packageId);
    life.requireLive();
    return { life, draft: life.draftOfEntitlements() };
  }

  /** An entitlement of it has changed, so it has. */
  touch({ life, draft }: EditedDraft): Promise<void> {
    return this.lives.saveVersions(life, draft);
  }
}
