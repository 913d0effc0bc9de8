import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { withoutAbsent } from '#libs/kernel/patch';
import type { OverageBillingPeriod } from '#modules/catalog/charges';
import {
  defaultTrialOf,
  type DefaultTrialRequest,
  type Package,
  requireGroupsAllowed,
  nameOf,
  type PackageKind,
  type PackageReference,
  type PricingType,
  type PackageVersion,
  type VersionTerms,
  PackageSelectionService,
} from '#modules/catalog/package-versions';
import { linksOf, ProductStructure } from './domain/product-structure';
import { PackageStructureReader } from './package-structure.reader';
import { ProductsService } from '#modules/catalog/products';

/** What a request says of one version; absent leaves what is stored, null clears. Domain: catalog L4 */
export interface TermsRequest {
  pricingType?: PricingType | null;
  parentPlanId?: string | null;
  compatibleAddonIds?: string[] | null;
  dependencies?: string[] | null;
  maxQuantity?: number | null;
  defaultTrialConfig?: DefaultTrialRequest | null;
  overageBillingPeriod?: OverageBillingPeriod;
}

/** Links between the packages of one product. */
@Injectable()
export class PackageStructureService {
  constructor(
    private readonly packages: PackageSelectionService,
    private readonly reader: PackageStructureReader,
    private readonly products: ProductsService,
  ) {}

  /** As it is now, and nobody else changes it until this unit of work ends. */
  @Within()
  async hold(productUid: string): Promise<ProductStructure> {
    await this.reader.lock(productUid);
    const { startPlanId, downgradePlanId } = await this.products.holdByUid(productUid);
    return new ProductStructure(await this.reader.nodesOf(productUid), { startPlanId, downgradePlanId });
  }

  /**
   * Lets those wait who publish in this product, until this unit of work ends: who pins the latest version has done so
   * before another takes its place, and is found by whoever moves all that pin an older one. Nobody else waits.
   */
  @Within()
  share(productUid: string): Promise<void> {
    return this.reader.share(productUid);
  }

  /** Uids of a plan and its ancestors by their latest versions, root first. */
  @Within()
  chainTo(packageUid: string): Promise<string[]> {
    return this.reader.chainTo(packageUid);
  }

  /**
   * The terms with the packages that the request names.
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, BadUserInput for a package of another product
   */
  @Within()
  async resolve(
    asked: TermsRequest,
    owner: Pick<Package, 'productUid' | 'productId'>,
    structure: ProductStructure,
  ): Promise<Partial<VersionTerms>> {
    const { pricingType, parentPlanId, compatibleAddonIds, dependencies, maxQuantity } = asked;
    const { defaultTrialConfig, overageBillingPeriod } = asked;
    const named = (field: string, kind: PackageKind, ids: readonly string[] | null | undefined) =>
      ids ? this.named(field, kind, ids, owner, structure) : Promise.resolve(ids);
    const parents = await named('parentPlanId', 'PLAN', parentPlanId ? [parentPlanId] : undefined);
    const parent = parentPlanId === undefined ? undefined : (parents?.[0] ?? null);
    return withoutAbsent({
      pricingType,
      maxQuantity,
      overageBillingPeriod,
      parentPlanUid: parent && parent.uid,
      parentPlanId: parent && parent.id,
      compatibleAddons: await named('compatibleAddonIds', 'ADDON', compatibleAddonIds),
      dependencies: await named('dependencies', 'ADDON', dependencies),
      // Rules are told after references.
      defaultTrialConfig: defaultTrialConfig && defaultTrialOf(defaultTrialConfig),
    });
  }

  /**
   * Do the links of this version go with those of all others, drafts as their editors see them?
   * @throws PlansCircularDependencyError, BadUserInput, FreePlanCantHaveCompatiblePackageGroupError. Domain: catalog I5, A3, A6
   */
  @Within()
  async requireConsistent(
    owner: Package,
    version: PackageVersion,
    structure: ProductStructure,
  ): Promise<void> {
    const links = linksOf(version);
    requireGroupsAllowed(links.pricingType, links.packageGroups);
    if (owner.kind === 'PLAN') structure.requireChain(owner, links, 'draft');
    else structure.requireNoDependencyCycle(owner, links.dependencyUids, 'draft');
  }

  /** @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, BadUserInput for a package of another product */
  @Within()
  async named(
    field: string,
    kind: PackageKind,
    ids: readonly string[],
    owner: Pick<Package, 'productUid' | 'productId'>,
    structure: ProductStructure,
  ): Promise<PackageReference[]> {
    const found = await this.packages.named(kind, ids);
    return [...found.values()].map(({ uid, id, productUid }) => {
      if (structure.find(uid)?.isArchived) {
        throw new DomainError('EntityIsArchivedError', `${field}: ${nameOf(kind, id)} is archived`);
      }
      if (productUid !== owner.productUid) {
        throw badInput(`${field}: ${nameOf(kind, id)} is not of product ${owner.productId}`);
      }
      return { uid, id };
    });
  }
}
