import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import type { Placed } from '#libs/kernel/errors/placed';
import type { PackageChange } from './domain/package-at-version';
import type { PackageKind } from './domain/package-kind';
import { NewPackagesService, type NewPackageRequest } from './new-packages.service';
import { PackageLivesRepository } from './package-lives.repository';
import { PackageVersionsRepository } from './package-versions.repository';
import { VersionContents } from './version-contents.service';

/** The life that plans and addons share. Domain: catalog L2 */
@Injectable()
export class PackageLifecycleService {
  constructor(
    private readonly newPackages: NewPackagesService,
    private readonly lives: PackageLivesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly contents: VersionContents,
    private readonly clock: Clock,
  ) {}

  /** @throws what `NewPackagesService.create` throws */
  @Within()
  create(kind: PackageKind, requests: readonly Placed<NewPackageRequest>[]): Promise<PackageChange[]> {
    return this.newPackages.create(kind, requests);
  }

  /** @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, DraftAlreadyExists. Domain: catalog L3 */
  @Within()
  async createDraft(kind: PackageKind, id: string): Promise<PackageChange> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    const source = life.told;
    const draft = life.startDraft(this.clock.now());
    await this.versions.insert(draft);
    await this.contents.copy(new Map([[source.uid, draft.uid]]));
    return { before: null, after: await this.lives.at(life, draft) };
  }
}
