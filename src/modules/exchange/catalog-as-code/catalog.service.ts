import { document, one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { callerMay, currentEnvironmentId } from '#libs/context/request-context';
import { UseCase } from '#libs/use-cases/use-case';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { MigrationOutlooks, type MigrationOutlook } from '#modules/billing/subscriptions';
import { BlastRadiusService } from './blast-radius.service';
import { BlastRadius } from './blast-radius.views';
import { CatalogDocument } from './catalog-document.inputs';
import { CatalogReleaseService } from './catalog-release.service';
import type { ApplyCatalogBody, CatalogOptions, ExportCatalogQuery, PlanCatalogBody } from './catalog.inputs';
import { CatalogApplied, CatalogChange, CatalogPlanned } from './catalog.views';
import { compare, normalParts } from './domain/comparison';
import { requireConsistent, requireDistinct } from './domain/consistency';
import type { CatalogParts as Document, ObjectChange } from './domain/catalog-object';
import type { CurrentCatalog } from './domain/current-catalog';
import type { PartForm } from './domain/part-form';
import { partForms } from './domain/part-forms';
import { CatalogParts } from './parts/catalog-parts';
import { planHash, requireOwnHash, requireSameFacts, type PlanFacts } from './plan-hash.record';

/** A document held against what the environment sells. */
interface Comparison {
  changes: ObjectChange[];
  facts: PlanFacts;
}

const formatVersion = 1;

/** The whole catalog as one document: told, compared, brought into force. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly parts: CatalogParts,
    private readonly releases: CatalogReleaseService,
    private readonly outlooks: MigrationOutlooks,
    private readonly radius: BlastRadiusService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Of one instant; the parts that the caller may read. */
  @UseCase('getCatalogExport', {
    needs: 'products:read',
    answers: document(CatalogDocument),
    summary: 'Tell the whole catalog as one document.',
  })
  async export(_query: ExportCatalogQuery): Promise<CatalogDocument> {
    const catalog = await this.unitOfWork.readAtOnce(() => this.parts.current(false));
    const readable = partForms.filter((form) => isAllowed(form, 'read')).map(({ part }) => part);
    return { formatVersion, ...catalog.told(readable) } as CatalogDocument;
  }

  /**
   * The changes are tried out and undone, so what applying would refuse is refused here. All that stays is the task that finds
   * who would notice, where these are many.
   * @throws EnvironmentMismatch, MergeEnvironmentValidationError, CannotUpsertToPackageThatHasDraft, EntityIsArchivedError,
   *   IdentityForbidden, and what the use cases of the changed objects refuse
   */
  @UseCase('planCatalog', {
    needs: 'products:read',
    answers: one(CatalogPlanned),
    summary: 'Tell what a document would change, and whether it could.',
  })
  async plan({ document, options = {}, blastRadius = true }: PlanCatalogBody): Promise<CatalogPlanned> {
    const wanted = await wantedParts(document);
    const catalog = await this.unitOfWork.readAtOnce(() => this.parts.current(false));
    const { changes, facts } = await compared(wanted, options, catalog);
    await requireConsistent(changes, catalog);
    const hash = await planHash(facts);
    const outlook = await this.rehearse(changes, options, blastRadius);
    const found = blastRadius ? await this.radiusOf(outlook, options, hash) : null;
    return { hash, changes: changes.map(CatalogChange.from), blastRadius: found };
  }

  /** @returns what would become of running subscriptions, where that is asked for and any would be moved */
  private async rehearse(
    changes: readonly ObjectChange[],
    options: CatalogOptions,
    isAsked: boolean,
  ): Promise<MigrationOutlook | undefined> {
    if (changes.length === 0) return undefined;
    return this.unitOfWork.rehearse(async () => {
      const movements = await this.releases.release(changes, migrationOf(options));
      return isAsked && movements.length > 0 ? this.outlooks.of(movements) : undefined;
    });
  }

  private radiusOf(
    outlook: MigrationOutlook | undefined,
    options: CatalogOptions,
    hash: string,
  ): BlastRadius | Promise<BlastRadius> {
    const isForAll = migrationOf(options) === 'ALL_CUSTOMERS';
    if (!outlook) return BlastRadius.empty(isForAll ? 'NO_SUBSCRIPTIONS' : 'NEW_CUSTOMERS');
    requireEntitlementsReadable();
    return this.radius.of(outlook, hash);
  }

  /**
   * All or nothing. A document that is in force already changes nothing, however old its plan.
   * @throws BadUserInput, EnvironmentMismatch, IdentityForbidden, ObjectAlreadyBeingUsedByAnotherRequestError when the catalog
   *   was changed since the plan, and what `plan` refuses
   */
  @UseCase('applyCatalog', {
    needs: 'products:write',
    answers: one(CatalogApplied),
    summary: 'Bring a planned document into force, all or nothing.',
  })
  async apply({ hash, document, options = {} }: ApplyCatalogBody): Promise<CatalogApplied> {
    requireOwnHash(hash, currentEnvironmentId());
    const wanted = await wantedParts(document);
    const catalog = await this.parts.current(true);
    const { changes, facts } = await compared(wanted, options, catalog);
    if (changes.length === 0) return { changes: [], taskIds: [] };
    await requireSameFacts(hash, facts);
    requireAllowed(formsOf(changes), 'write');
    await requireConsistent(changes, catalog);
    const movements = await this.releases.release(changes, migrationOf(options));
    return { changes: changes.map(CatalogChange.from), taskIds: movements.map(({ taskId }) => taskId) };
  }
}

/** @throws EnvironmentMismatch, MergeEnvironmentValidationError, IdentityForbidden */
async function wantedParts(document: CatalogDocument): Promise<Document> {
  const { environmentId } = document;
  if (environmentId !== undefined && environmentId !== currentEnvironmentId()) {
    const message =
      'document.environmentId names another environment than the credential; take it out or use its key';
    throw new DomainError('EnvironmentMismatch', message);
  }
  const spoken = partForms.filter(({ part }) => document[part]);
  requireAllowed(spoken, 'read');
  await requireDistinct(document);
  return normalParts(document);
}

async function compared(
  wanted: Document,
  options: CatalogOptions,
  catalog: CurrentCatalog,
): Promise<Comparison> {
  const { prune = false } = options;
  const changes = await compare(wanted, catalog, prune);
  const request = { wanted, prune, migrationType: migrationOf(options) };
  return { changes, facts: { environmentId: currentEnvironmentId(), state: catalog.whole(), request } };
}

const migrationOf = ({ migrationType = 'NEW_CUSTOMERS' }: CatalogOptions) => migrationType;

const formsOf = (changes: readonly ObjectChange[]): PartForm[] => {
  const changed = new Set(changes.map(({ part }) => part));
  return partForms.filter(({ part }) => changed.has(part));
};

const isAllowed = ({ resource }: PartForm, access: 'read' | 'write'): boolean =>
  callerMay(`${resource}:${access}`);

/** Nobody does here what the operations of the kind itself would forbid. @throws IdentityForbidden */
function requireAllowed(forms: readonly PartForm[], access: 'read' | 'write'): void {
  const forbidden = forms.find((form) => !isAllowed(form, access));
  if (!forbidden) return;
  const { part, resource } = forbidden;
  throw new DomainError('IdentityForbidden', `document.${part} needs the permission ${resource}:${access}`);
}

/** What customers may do is told to whom it may be told. @throws IdentityForbidden */
function requireEntitlementsReadable(): void {
  if (callerMay('entitlements:read')) return;
  const message =
    'blastRadius needs the permission entitlements:read; send blastRadius false to plan without it';
  throw new DomainError('IdentityForbidden', message);
}
