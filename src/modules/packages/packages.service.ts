import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import type { PackageEntitlement } from './domain/package-entitlement';
import { publishedPackage, requireSubscribable, type PublishedPackage } from './domain/published-package';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageStructureReader } from './package-structure.reader';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

/** What is on the market, for the modules that sell it. */
@Injectable()
export class PackagesService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly structure: PackageStructureReader,
  ) {}

  /** The latest version. @throws PlanNotFound, EntityIsArchivedError, UnPublishedPackage */
  @Within()
  async publishedPlan(id: string): Promise<PublishedPackage> {
    const plan = await this.packages.of('PLAN').getOrThrow(id);
    return requireSubscribable(plan, (await this.versions.latestOf([plan.uid])).get(plan.uid));
  }

  /** The latest versions by id. @throws AddonNotFound, EntityIsArchivedError, UnPublishedPackage naming the first at fault */
  @Within()
  async publishedAddons(ids: readonly string[]): Promise<Map<string, PublishedPackage>> {
    const addons = await this.packages.of('ADDON').findAll(ids);
    const latest = await this.versions.latestOf([...addons.values()].map(({ uid }) => uid));
    const published = [...addons].map(
      ([id, addon]) => [id, requireSubscribable(addon, latest.get(addon.uid))] as const,
    );
    return new Map(published);
  }

  /**
   * A plan and those it inherits from at their latest versions, archived ones included, root first.
   * Domain: catalog I3, I5
   */
  @Within()
  async chainOf(plan: PublishedPackage): Promise<PublishedPackage[]> {
    if (plan.parentPlanUid === null) return [plan];
    const uids = await this.structure.chainTo(plan.parentPlanUid);
    const plans = await this.packages.of('PLAN').findByUids(uids);
    const latest = await this.versions.latestOf(uids);
    const ancestors = uids.flatMap((uid) => {
      const [stored, version] = [plans.get(uid), latest.get(uid)];
      return stored && version ? [publishedPackage(stored, version)] : [];
    });
    return [...ancestors, plan];
  }

  /** By version, each in display order; of any version, however old. */
  @Within()
  entitlementsOf(versionUids: readonly string[]): Promise<Map<string, PackageEntitlement[]>> {
    return this.entitlements.ofVersions(versionUids);
  }

  /** Uids of the latest versions of a plan and its ancestors, root first. */
  @Within()
  async liveChain(planUid: string): Promise<string[]> {
    const uids = await this.structure.chainTo(planUid);
    const latest = await this.versions.latestOf(uids);
    return uids.flatMap((uid) => latest.get(uid)?.uid ?? []);
  }
}
