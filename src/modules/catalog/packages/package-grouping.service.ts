import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { badInput } from '#libs/kernel/errors/domain-error';
import { ProductsService } from '#modules/catalog/products';
import { PackageStructureService } from '#modules/catalog/package-structure';
import {
  type OfferedGroup,
  type Package,
  type PackageReference,
  PackageLivesService,
  PackageSelectionService,
  type VersionSelection,
} from '#modules/catalog/package-versions';

/** Addons of one product, in the order in which they were named. */
export interface GroupedAddons {
  product: PackageReference;
  addons: PackageReference[];
}

/** The product and the group of which something is asked. */
interface GroupOfProduct {
  uid: string;
  productUid: string;
}

/** What a draft is to offer from now on, and what its editor makes of the change. */
export interface OfferEdit<T> {
  groups: OfferedGroup[];
  outcome: T;
}

/** What sets of addons need of the packages: their members, and the plans that offer them. Domain: catalog A6 */
@Injectable()
export class PackageGroupingService {
  constructor(
    private readonly packages: PackageSelectionService,
    private readonly lives: PackageLivesService,
    private readonly structures: PackageStructureService,
    private readonly products: ProductsService,
  ) {}

  /**
   * Addons that may be in one group. None of them is archived or removed until this unit of work ends, nor their product.
   * @param product the one that they have to be of; of the first addon when left out
   * @throws AddonNotFound, EntityIsArchivedError, BadUserInput for addons of several products
   */
  @Within()
  async membersOf(addonIds: readonly string[], product?: PackageReference): Promise<GroupedAddons> {
    const owner = product ?? (await this.productOfFirst(addonIds));
    await this.holdProduct(owner.uid);
    const structure = await this.structures.hold(owner.uid);
    const { uid: productUid, id: productId } = owner;
    const named = { productUid, productId };
    const addons = await this.structures.named('addonIds', 'ADDON', addonIds, named, structure);
    return { product: owner, addons };
  }

  /** Nothing of an archived product is written, and until this unit of work ends it is not archived. @throws EntityIsArchivedError */
  @Within()
  async holdProduct(productUid: string): Promise<void> {
    (await this.products.holdByUid(productUid)).requireLive();
  }

  /** Plans in use that offer the group, with the most different addons of it that one of their versions asks for. */
  @Within()
  async plansOffering({ uid, productUid }: GroupOfProduct): Promise<{ id: string; minItems: number }[]> {
    const structure = await this.structures.hold(productUid);
    return structure.plansOffering(uid).map(({ plan, minItems }) => ({ id: plan.id, minItems }));
  }

  /** Has a version of a plan, however old, offered the group? */
  @Within()
  isEverOffered(groupUid: string): Promise<boolean> {
    return this.packages.isEverOffered(groupUid);
  }

  /**
   * The draft offers what `edit` answers; nobody else links packages of the product meanwhile.
   * @throws PlanNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError, FreePlanCantHaveCompatiblePackageGroupError
   */
  @Within()
  async changeOffers<T>(
    planId: string,
    edit: (offered: readonly OfferedGroup[], plan: Package) => Promise<OfferEdit<T>>,
  ): Promise<{ plan: Package; outcome: T }> {
    const life = await this.lives.lockOrThrow('PLAN', planId);
    life.requireLive();
    const draft = life.draftOfTerms();
    const structure = await this.structures.hold(life.package.productUid);
    const { groups, outcome } = await edit(draft.packageGroups ?? [], life.package);
    draft.change({ packageGroups: groups });
    await this.structures.requireConsistent(life.package, draft, structure);
    await this.lives.saveVersions(life, draft);
    return { plan: life.package, outcome };
  }

  /** Of the draft, else of the latest version, or of the selected one. @throws PlanNotFound */
  @Within()
  async offersOf(planId: string, selection: VersionSelection): Promise<readonly OfferedGroup[]> {
    return (await this.packages.edited('PLAN', planId, selection)).version.packageGroups ?? [];
  }

  /** Of a version of any age. */
  @Within()
  async offeredBy(versionUid: string): Promise<readonly OfferedGroup[]> {
    return (await this.packages.versionsByUids([versionUid])).get(versionUid)?.packageGroups ?? [];
  }

  /** Drafts that were copied from another product offer what stands there in place of the original groups. Domain: catalog P7 */
  @Within()
  async repointOffers(
    versionUids: readonly string[],
    groups: ReadonlyMap<string, PackageReference>,
  ): Promise<void> {
    for (const version of (await this.packages.versionsByUids(versionUids)).values()) {
      if (!version.packageGroups) continue;
      const packageGroups = version.packageGroups.flatMap((offer) => {
        const copy = groups.get(offer.uid);
        return copy ? [{ ...offer, ...copy }] : [];
      });
      version.change({ packageGroups });
      await this.lives.saveNewVersion(version);
    }
  }

  private async productOfFirst(addonIds: readonly string[]): Promise<PackageReference> {
    const [addon] = (await this.packages.named('ADDON', addonIds.slice(0, 1))).values();
    if (!addon) throw badInput('addonIds must name at least one addon');
    return { uid: addon.productUid, id: addon.productId };
  }
}
