import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { Question, Vetoes } from '#libs/messaging/vetoes';
import type { PackageAtVersion } from './domain/package-at-version';
import type { MigrationType, PackageKind } from './domain/package-kind';
import type { PackageEntitlement } from './domain/package-entitlement';
import { requirePublishable } from './domain/publication';
import { requireComplete, requireDependencies } from './domain/publishable-entitlements';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { PackageLivesRepository } from './package-lives.repository';
import { PackageStructureService } from './package-structure.service';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesService } from './packages.service';

/** May every live subscription move to the version that is being published? Asked for ALL_CUSTOMERS (catalog L6, L7). */
export const moveAllCustomers = new Question<{ packageUid: string; kind: PackageKind }>(
  'package.move-all-customers',
);

/** From draft to live version. Domain: catalog L6, L8 */
@Injectable()
export class PackagePublicationService {
  constructor(
    private readonly lives: PackageLivesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly structures: PackageStructureService,
    private readonly targets: EntitlementTargetsService,
    private readonly packages: PackagesService,
    private readonly vetoes: Vetoes,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, PackageAlreadyPublished, VersionExceedsMaxValueError, what
   *   `requirePublishable`, `requireComplete` and `requireDependencies` throw, and what the judges of moveAllCustomers say
   */
  @Within()
  async publish(kind: PackageKind, id: string, migrationType: MigrationType): Promise<PackageAtVersion> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    const draft = life.draftToPublish();
    requirePublishable(life.package, draft, await this.structures.hold(life.package.productUid));
    const own = (await this.packages.entitlementsOf([draft.uid])).get(draft.uid) ?? [];
    requireComplete(own, await this.targets.of(own));
    if (kind === 'PLAN') requireDependencies(own, await this.inherited(draft.parentPlanUid));
    if (migrationType === 'ALL_CUSTOMERS') {
      await this.vetoes.ask(moveAllCustomers, { packageUid: life.package.uid, kind });
    }
    const now = this.clock.now();
    const former = life.publish(now);
    // First, because only one version can be the latest.
    if (former) await this.versions.save(former, now);
    await this.versions.save(draft, now);
    await this.targets.activate(own);
    return { package: life.package, version: draft, entitlements: own };
  }

  /** Entitlements of the ancestors' live versions, nearest first. */
  private async inherited(parentPlanUid: string | null): Promise<PackageEntitlement[][]> {
    if (parentPlanUid === null) return [];
    const versionUids = await this.packages.liveChain(parentPlanUid);
    const byVersion = await this.packages.entitlementsOf(versionUids);
    return versionUids.map((uid) => byVersion.get(uid) ?? []).reverse();
  }
}
