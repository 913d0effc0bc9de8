import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/context/remembered';
import { Within } from '#libs/use-cases/use-case';
import { PackageStructureService } from '#modules/catalog/package-structure';
import { PackageSelectionService, type PackageKind } from '#modules/catalog/package-versions';
import { publishedPackage, requireSubscribable, type PublishedPackage } from './domain/published-package';
import type { OfferedPlan } from './domain/settings-plan';

/** What is on the market, for the modules that sell it. */
@Injectable()
export class PackagesService {
  constructor(
    private readonly packages: PackageSelectionService,
    private readonly structure: PackageStructureService,
  ) {}

  /**
   * The latest version. Until the unit of work ends nobody publishes another in its product, of its addons and ancestors
   * neither: ALL_CUSTOMERS moves all who subscribed before it (catalog L6).
   * @throws PlanNotFound, EntityIsArchivedError, UnPublishedPackage
   */
  @Within()
  @Remembered()
  async publishedPlan(id: string): Promise<PublishedPackage> {
    const plan = await this.packages.getOrThrow('PLAN', id);
    await this.structure.share(plan.productUid);
    return requireSubscribable(plan, (await this.packages.latestOf([plan.uid])).get(plan.uid));
  }

  /** What others may rely on: no refusal, but an answer. */
  @Within()
  @Remembered()
  async offeredPlan(id: string): Promise<OfferedPlan | undefined> {
    const plan = await this.packages.find('PLAN', id);
    if (!plan) return undefined;
    const latest = (await this.packages.latestOf([plan.uid])).get(plan.uid);
    const { uid, productUid } = plan;
    const isPublished = latest?.status === 'PUBLISHED';
    const hasTrial = latest !== undefined && latest.defaultTrialConfig !== null;
    return { uid, productUid, pricingType: latest?.pricingType ?? null, isPublished, hasTrial };
  }

  /** The latest versions by id. @throws AddonNotFound, EntityIsArchivedError, UnPublishedPackage naming the first at fault */
  @Within()
  @Remembered()
  async publishedAddons(ids: readonly string[]): Promise<Map<string, PublishedPackage>> {
    const addons = await this.packages.named('ADDON', ids);
    const latest = await this.packages.latestOf([...addons.values()].map(({ uid }) => uid));
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
    const plans = await this.packages.byUids('PLAN', uids);
    const latest = await this.packages.latestOf(uids);
    const ancestors = uids.flatMap((uid) => {
      const [stored, version] = [plans.get(uid), latest.get(uid)];
      return stored && version ? [publishedPackage(stored, version)] : [];
    });
    return [...ancestors, plan];
  }

  /** By their keys. */
  @Within()
  @Remembered()
  async displayNamesOf(kind: PackageKind, uids: readonly string[]): Promise<Map<string, string>> {
    const named = await this.packages.byUids(kind, uids);
    return new Map([...named].map(([uid, { displayName }]) => [uid, displayName]));
  }
}
