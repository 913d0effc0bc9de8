import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Within } from '#libs/use-cases/use-case';
import { type ChargesRequest, PackagePricesService } from '#modules/catalog/package-prices';
import { PackageStructureService, type TermsRequest } from '#modules/catalog/package-structure';
import {
  type PackageChanges,
  type PackageKind,
  type PackageStatus,
  type PackageLife,
  type PackageVersion,
  PackageLivesService,
} from '#modules/catalog/package-versions';
import { stateOf, type PackageChange } from './domain/package-at-version';
import { PackageCatalogService } from './package-catalog.service';

export interface PackageUpdate {
  changes: PackageChanges;
  /** Only what belongs to the version; empty when nothing of it was sent. */
  terms: TermsRequest;
  /** Null asks for nothing. */
  charges?: ChargesRequest | null;
  /** The state that the caller believes it to be in. */
  status?: PackageStatus;
}

/** What an editor says of a plan or an addon. Domain: catalog L4, R1 */
@Injectable()
export class PackageTermsService {
  constructor(
    private readonly lives: PackageLivesService,
    private readonly catalog: PackageCatalogService,
    private readonly structures: PackageStructureService,
    private readonly prices: PackagePricesService,
  ) {}

  /**
   * The draft's terms and prices, and what all versions share. Domain: catalog L4, L5, R1
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError, UnsupportedParameter,
   *   BadUserInput, PlansCircularDependencyError, InvalidMetadataError and what `PackagePricesService.change` throws
   */
  @Within()
  async update(kind: PackageKind, id: string, asked: PackageUpdate): Promise<PackageChange> {
    const { changes, charges, status } = asked;
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    requirePresentStatus(life, status);
    const before = stateOf(await this.catalog.at(life, life.edited));
    const terms = charges ? { ...asked.terms, ...termsIn(charges) } : asked.terms;
    let isPriced = false;
    if (isAny(terms)) {
      const draft = await this.changeTerms(life, terms);
      if (charges) isPriced = await this.prices.change(life, draft, charges);
    }
    life.package.change(changes);
    const after = await this.catalog.at(life, life.edited);
    return { before, after, isNone: !(await this.lives.saveChanged(before, after, isPriced)) };
  }

  private async changeTerms(life: PackageLife, asked: TermsRequest): Promise<PackageVersion> {
    const draft = life.draftOfTerms();
    const structure = await this.structures.hold(life.package.productUid);
    draft.change(await this.structures.resolve(asked, life.package, structure));
    await this.structures.requireConsistent(life.package, draft, structure);
    return draft;
  }
}

const termsIn = ({ pricingType, overageBillingPeriod }: ChargesRequest): TermsRequest => ({
  pricingType,
  overageBillingPeriod,
});

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
