import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { newMetadata, type Metadata } from '#libs/kernel/metadata';
import { ProductsService } from '#modules/catalog/products';
import { Package } from './domain/package';
import type { PackageAtVersion, PackageChange } from './domain/package-at-version';
import type { PackageKind } from './domain/package-kind';
import { PackageLife } from './domain/package-life';
import { noTerms } from './domain/package-version';
import type { ProductStructure } from './domain/product-structure';
import { requirePublishable } from './domain/publication';
import { PackageStructureService, type TermsRequest } from './package-structure.service';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

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
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
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
    await this.packages.of(kind).insertAll(created.map((each) => each.package));
    await this.versions.insertAll(created.map(({ version }) => version));
    return created.map((after) => ({ before: null, after }));
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
