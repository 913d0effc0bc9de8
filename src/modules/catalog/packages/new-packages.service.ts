import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { newMetadata, type Metadata } from '#libs/kernel/metadata';
import { ProductsService } from '#modules/catalog/products';
import {
  type ProductStructure,
  PackageStructureService,
  type TermsRequest,
} from '#modules/catalog/package-structure';
import {
  Package,
  type PackageKind,
  PackageLife,
  noTerms,
  PackageLivesService,
} from '#modules/catalog/package-versions';
import type { PackageAtVersion, PackageChange } from './domain/package-at-version';
import { requirePublishable } from './domain/publication';
import { PackageCatalogService } from './package-catalog.service';
import { VersionContents } from './version-contents.service';

export interface NewPackageRequest {
  id: string;
  displayName: string;
  productId: string;
  description?: string | null;
  billingId?: string | null;
  metadata?: Metadata;
  terms: TermsRequest;
  /** Publishes it at once. Domain: catalog L1 */
  isPublished: boolean;
}

/** A product with the packages that it has, held until the end of the unit of work. */
interface LockedProduct {
  uid: string;
  structure: ProductStructure;
}

/** Plans and addons that come into being. Domain: catalog L1, R1 */
@Injectable()
export class NewPackagesService {
  constructor(
    private readonly lives: PackageLivesService,
    private readonly catalog: PackageCatalogService,
    private readonly contents: VersionContents,
    private readonly structures: PackageStructureService,
    private readonly products: ProductsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stored together; none of them can name another.
   * @throws ProductNotFoundError, PlanNotFound, AddonNotFound, EntityIsArchivedError, BadUserInput, AmountTooLarge,
   *   PlansCircularDependencyError, DuplicatedEntityNotAllowed; with isPublished what `requirePublishable` throws
   */
  @Within()
  async create(kind: PackageKind, requests: readonly Placed<NewPackageRequest>[]): Promise<PackageChange[]> {
    const held = new Map<string, LockedProduct>();
    const created = await eachPlaced(requests, async (request) => {
      const { productId } = request;
      const product = held.get(productId) ?? (await this.hold(productId));
      held.set(productId, product);
      return this.begin(kind, request, product);
    });
    await this.lives.insertAll(kind, created);
    return created.map((after) => ({ before: null, after }));
  }

  /** The next version of what was published. @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, DraftAlreadyExists. Domain: catalog L3 */
  @Within()
  async createDraft(kind: PackageKind, id: string): Promise<PackageChange> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    const source = life.told;
    const draft = life.startDraft(this.clock.now());
    await this.lives.insertDraft(life, draft);
    await this.contents.copy(new Map([[source.uid, draft.uid]]));
    return { before: null, after: await this.catalog.at(life, draft) };
  }

  private async hold(productId: string): Promise<LockedProduct> {
    const product = await this.products.holdOrThrow(productId);
    product.requireLive();
    return { uid: product.uid, structure: await this.structures.hold(product.uid) };
  }

  private async begin(
    kind: PackageKind,
    request: NewPackageRequest,
    { uid: productUid, structure }: LockedProduct,
  ): Promise<PackageAtVersion> {
    const { id, displayName, productId, description = null, billingId = null } = request;
    const owner = { productUid, productId };
    const terms = { ...noTerms, ...(await this.structures.resolve(request.terms, owner, structure)) };
    const metadata = newMetadata(request.metadata);
    const now = this.clock.now();
    const stored = Package.create({ kind, id, ...owner, displayName, description, billingId, metadata }, now);
    const life = PackageLife.begin(stored, terms, now);
    const version = life.edited;
    await this.structures.requireConsistent(stored, version, structure);
    if (request.isPublished) {
      requirePublishable(stored, version, structure, 0);
      life.publish(now);
    }
    return { package: stored, version, entitlements: [] };
  }
}
