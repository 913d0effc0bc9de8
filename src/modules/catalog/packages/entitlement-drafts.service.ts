import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import type { PackageKind } from './domain/package-kind';
import type { PackageLife } from './domain/package-life';
import type { PackageVersion } from './domain/package-version';
import { PackageLivesRepository } from './package-lives.repository';
import { PackageVersionsRepository } from './package-versions.repository';

export interface EditedDraft {
  life: PackageLife;
  draft: PackageVersion;
}

/** Drafts whose entitlements are edited. Domain: catalog L4 */
@Injectable()
export class EntitlementDraftsService {
  constructor(
    private readonly lives: PackageLivesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly clock: Clock,
  ) {}

  /** Until the end of the unit of work. @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode */
  @Within()
  async lockOrThrow(kind: PackageKind, packageId: string): Promise<EditedDraft> {
    const life = await this.lives.lockOrThrow(kind, packageId);
    life.requireLive();
    return { life, draft: life.draftOfEntitlements() };
  }

  /** An entitlement of it has changed, so it has. */
  @Within()
  touch({ draft }: EditedDraft): Promise<void> {
    return this.versions.save(draft, this.clock.now());
  }
}
