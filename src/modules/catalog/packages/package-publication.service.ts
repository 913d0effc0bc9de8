import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Change, Extensions } from '#libs/messaging/extensions';
import { Within } from '#libs/use-cases/use-case';
import { PackageStructureService } from '#modules/catalog/package-structure';
import { type MigrationType, type PackageKind, PackageLivesService } from '#modules/catalog/package-versions';
import { stateOf, type PackageAtVersion, type PackageChange } from './domain/package-at-version';
import { requirePublishable } from './domain/publication';
import { PackageCatalogService } from './package-catalog.service';
import { PublishableContentsService } from './publishable-contents.service';

/** A draft became the live version. */
export interface Publication {
  kind: PackageKind;
  packageUid: string;
  id: string;
  versionUid: string;
  versionNumber: number;
  migrationType: MigrationType;
  /** Told by who moves running subscriptions to it, in a task (catalog L6). */
  movedBy(taskId: string): void;
}

export const versionPublished = new Change<Publication>('package.version-published');

/** From draft to live version. Domain: catalog L6, L8 */
@Injectable()
export class PackagePublicationService {
  constructor(
    private readonly lives: PackageLivesService,
    private readonly catalog: PackageCatalogService,
    private readonly structures: PackageStructureService,
    private readonly contents: PublishableContentsService,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, PackageAlreadyPublished, VersionExceedsMaxValueError, what
   *   `requirePublishable` and `PublishableContentsService.require` throw
   * @returns with the version that was live until now, if there was one, and the task that moves running subscriptions, if there is one to
   *   move (catalog L6)
   */
  @Within()
  async publish(
    kind: PackageKind,
    id: string,
    migrationType: MigrationType,
  ): Promise<{ change: PackageChange; former: PackageAtVersion | null; taskId: string | null }> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    const draft = life.draftToPublish();
    const structure = await this.structures.hold(life.package.productUid);
    const charges = await this.contents.chargesOf(draft);
    requirePublishable(life.package, draft, structure, charges.length);
    const { entitlements } = await this.contents.require(life.package, draft, charges);
    const before = stateOf({ package: life.package, version: draft, entitlements });
    const { latestVersion } = life;
    const former = latestVersion ? stateOf(await this.catalog.at(life, latestVersion)) : null;
    const replaced = life.publish(this.clock.now());
    // First, because only one version can be the latest.
    await this.lives.saveVersions(life, ...(replaced ? [replaced, draft] : [draft]));
    const after = { package: life.package, version: draft, entitlements };
    return { change: { before, after }, former, taskId: await this.announce(after, migrationType) };
  }

  private async announce(
    { package: { kind, uid: packageUid, id }, version }: PackageAtVersion,
    migrationType: MigrationType,
  ): Promise<string | null> {
    const { uid: versionUid, versionNumber } = version;
    const published = { kind, packageUid, id, versionUid, versionNumber, migrationType };
    const taskIds: string[] = [];
    await this.extensions.announce(versionPublished, {
      ...published,
      movedBy: (taskId) => void taskIds.push(taskId),
    });
    return taskIds[0] ?? null;
  }
}
