import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newMetadata, type Metadata } from '#libs/kernel/metadata';
import { ProductsService } from '#modules/products';
import { Package, type PackageChanges } from './domain/package';
import type { PackageAtVersion } from './domain/package-at-version';
import type { PackageKind, PackageStatus } from './domain/package-kind';
import { PackageLife } from './domain/package-life';
import { noTerms, type PackageVersion } from './domain/package-version';
import { requirePublishable } from './domain/publication';
import { requireArchivable, requireRemovable } from './domain/retirement';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageLivesRepository } from './package-lives.repository';
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

export interface PackageUpdate {
  changes: PackageChanges;
  /** Only what belongs to the version; empty when nothing of it was sent. */
  terms: TermsRequest;
  /** The state that the caller believes it to be in. */
  status?: PackageStatus;
}

/** The life that plans and addons share. Domain: catalog §4 */
@Injectable()
export class PackageLifecycleService {
  constructor(
    private readonly lives: PackageLivesRepository,
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly structures: PackageStructureService,
    private readonly products: ProductsService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ProductNotFoundError, PlanNotFound, AddonNotFound, EntityIsArchivedError, BadUserInput,
   *   PlansCircularDependencyError, DuplicatedEntityNotAllowed; with isPublished what `requirePublishable` throws
   */
  @Within()
  async create(kind: PackageKind, request: NewPackageRequest): Promise<PackageAtVersion> {
    const product = await this.products.getOrThrow(request.productId);
    product.requireLive();
    const structure = await this.structures.hold(product.uid);
    const owner = { productUid: product.uid, productId: product.id };
    const terms = { ...noTerms, ...(await this.structures.resolve(request.terms, owner, structure)) };
    const { id, displayName, description = null, billingId = null } = request;
    const metadata = newMetadata(request.metadata);
    const now = this.clock.now();
    const stored = Package.create({ kind, id, ...owner, displayName, description, billingId, metadata }, now);
    const life = PackageLife.begin(stored, terms, now);
    const version = life.edited;
    await this.structures.requireConsistent(stored, version, structure);
    if (request.isPublished) {
      requirePublishable(stored, version, structure);
      life.publish(now);
    }
    await this.packages.of(kind).insert(stored);
    await this.versions.insert(version);
    return { package: stored, version, entitlements: [] };
  }

  /**
   * The draft's terms, and what all versions share. Domain: catalog L4, L5
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError, UnsupportedParameter,
   *   BadUserInput, PlansCircularDependencyError, InvalidMetadataError
   */
  @Within()
  async update(
    kind: PackageKind,
    id: string,
    { changes, terms, status }: PackageUpdate,
  ): Promise<PackageAtVersion> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    requirePresentStatus(life, status);
    if (isAny(terms)) await this.changeTerms(life, terms);
    life.package.change(changes);
    if (isAny(changes)) await this.packages.of(kind).save(life.package, this.clock.now());
    return this.tell(life.package, life.edited);
  }

  /** @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, DraftAlreadyExists. Domain: catalog L3 */
  @Within()
  async createDraft(kind: PackageKind, id: string): Promise<PackageAtVersion> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    const source = life.told;
    const now = this.clock.now();
    const draft = life.startDraft(now);
    await this.versions.insert(draft);
    const originals = await this.entitlements.ofVersion(source.uid);
    await this.entitlements.insertAll(originals.map((original) => original.copyTo(draft.uid, now)));
    return this.tell(life.package, draft);
  }

  /**
   * Without a published version the package goes with its draft. Domain: catalog L2, L3
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError,
   *   PlanWithChildCantBeDeleted, AddonIsCompatibleWithPlan, IntegrityViolation
   */
  @Within()
  async discardDraft(
    kind: PackageKind,
    id: string,
  ): Promise<{ discarded: PackageAtVersion; isRemoved: boolean }> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    const draft = life.draftOfTerms();
    const discarded = await this.tell(life.package, draft);
    if (life.latestVersion) {
      await this.versions.remove(draft);
      return { discarded, isRemoved: false };
    }
    requireRemovable(life, await this.structures.hold(life.package.productUid));
    await this.packages.of(kind).remove(life.package);
    return { discarded, isRemoved: true };
  }

  /** @throws PlanNotFound, AddonNotFound, EntityIsArchivedError and what `requireArchivable` throws. Domain: catalog L9 */
  @Within()
  async archive(kind: PackageKind, id: string): Promise<PackageAtVersion> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    requireArchivable(life, await this.structures.hold(life.package.productUid));
    const now = this.clock.now();
    await this.versions.archivePublished(life.package.uid, now);
    life.archive(now);
    return this.tell(life.package, life.told);
  }

  private async changeTerms(life: PackageLife, asked: TermsRequest): Promise<void> {
    const draft = life.draftOfTerms();
    const structure = await this.structures.hold(life.package.productUid);
    draft.change(await this.structures.resolve(asked, life.package, structure));
    await this.structures.requireConsistent(life.package, draft, structure);
    await this.versions.save(draft, this.clock.now());
  }

  private async tell(stored: Package, version: PackageVersion): Promise<PackageAtVersion> {
    const names = await this.entitlements.namesOf([version.uid]);
    return { package: stored, version, entitlements: names.get(version.uid) ?? [] };
  }
}

const isAny = (sent: object): boolean => Object.values(sent).some((value) => value !== undefined);

/** @throws UnsupportedParameter naming the route that changes the state. Domain: catalog L1 */
function requirePresentStatus(life: PackageLife, status: PackageStatus | undefined): void {
  // Beside a draft both states are present: the one that a reader was told, and the one that is edited.
  const present = [life.told.status, life.edited.status];
  if (status === undefined || present.includes(status)) return;
  const routes = { DRAFT: 'POST …/draft', PUBLISHED: 'POST …/publish', ARCHIVED: 'POST …/archive' } as const;
  throw new DomainError(
    'UnsupportedParameter',
    `status: ${life.name} is ${life.edited.status} and is not changed here; use ${routes[status]}`,
  );
}
