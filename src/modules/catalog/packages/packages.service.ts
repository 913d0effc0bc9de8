import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { ChargesService, type StoredCharge } from '#modules/catalog/charges';
import type { PackageEntitlement } from './domain/package-entitlement';
import { publishedPackage, requireSubscribable, type PublishedPackage } from './domain/published-package';
import type { OfferedPlan } from './domain/settings-plan';
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
    private readonly charges: ChargesService,
  ) {}

  /**
   * The latest version. Until the unit of work ends nobody publishes another in its product, of its addons and ancestors
   * neither: ALL_CUSTOMERS moves all who subscribed before it (catalog L6).
   * @throws PlanNotFound, EntityIsArchivedError, UnPublishedPackage
   */
  @Within()
  async publishedPlan(id: string): Promise<PublishedPackage> {
    const plan = await this.packages.of('PLAN').getOrThrow(id);
    await this.structure.share(plan.productUid);
    return requireSubscribable(plan, (await this.versions.latestOf([plan.uid])).get(plan.uid));
  }

  /** What others may rely on: no refusal, but an answer. */
  @Within()
  async offeredPlan(id: string): Promise<OfferedPlan | undefined> {
    const plan = await this.packages.of('PLAN').find(id);
    if (!plan) return undefined;
    const latest = (await this.versions.latestOf([plan.uid])).get(plan.uid);
    const { uid, productUid } = plan;
    const isPublished = latest?.status === 'PUBLISHED';
    const hasTrial = latest !== undefined && latest.defaultTrialConfig !== null;
    return { uid, productUid, pricingType: latest?.pricingType ?? null, isPublished, hasTrial };
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

  /** Of plans, by their keys. */
  @Within()
  async displayNamesOf(planUids: readonly string[]): Promise<Map<string, string>> {
    const plans = await this.packages.of('PLAN').findByUids(planUids);
    return new Map([...plans].map(([uid, { displayName }]) => [uid, displayName]));
  }

  /** By version, each in display order; of any version, however old. */
  @Within()
  entitlementsOf(versionUids: readonly string[]): Promise<Map<string, PackageEntitlement[]>> {
    return this.entitlements.ofVersions(versionUids);
  }

  /** Price rows by version; of any version, however old. `pricedCharges` makes them what libs/pricing computes with. */
  @Within()
  chargesOf(versionUids: readonly string[]): Promise<Map<string, StoredCharge[]>> {
    return this.charges.ofVersions(versionUids);
  }

  /** What the live versions of a parent and its ancestors entitle, nearest first. Domain: catalog I2 */
  @Within()
  async inheritedEntitlements(parentPlanUid: string | null): Promise<PackageEntitlement[][]> {
    if (parentPlanUid === null) return [];
    const uids = await this.structure.chainTo(parentPlanUid);
    const latest = await this.versions.latestOf(uids);
    const versionUids = uids.flatMap((uid) => latest.get(uid)?.uid ?? []);
    const byVersion = await this.entitlements.ofVersions(versionUids);
    return versionUids.map((uid) => byVersion.get(uid) ?? []).reverse();
  }
}
