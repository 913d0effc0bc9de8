import { one, page } from '#libs/context/answer';
import { IdReference } from '#libs/shape/id-reference';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/context/use-case';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { Placed } from '#libs/kernel/errors/placed';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { told } from '#libs/kernel/revision';
import { Follows } from '#libs/messaging/extensions';
import { Journal } from '#libs/messaging/journal';
import {
  PackageCatalogService,
  PackageLifecycleService,
  PackagePublicationService,
  PackageRetirementService,
  PackageTermsService,
  packageFollowedProduct,
  subjectOf,
  type NewPackageRequest,
  type PackageChange,
  type PublishPackageBody,
  PublishTask,
  type VersionQuery,
} from '#modules/catalog/packages';
import type { CreateAddonBody, ListAddonsQuery, UpdateAddonBody } from './addons.inputs';
import { Addon } from './addons.views';

@Injectable()
export class AddonsService {
  constructor(
    private readonly catalog: PackageCatalogService,
    private readonly terms: PackageTermsService,
    private readonly lifecycle: PackageLifecycleService,
    private readonly publication: PackagePublicationService,
    private readonly retirement: PackageRetirementService,
    private readonly journal: Journal,
  ) {}

  @Follows(packageFollowedProduct)
  async follow({ verb, change }: typeof packageFollowedProduct.facts): Promise<void> {
    if (subjectOf(change).package.kind === 'ADDON') this.tell(`addon.${verb}`, change);
  }

  /**
   * @throws ProductNotFoundError, EntityIsArchivedError, BadUserInput, DuplicatedEntityNotAllowed; with status PUBLISHED
   *   the refusals of `publish`
   */
  @UseCase('createAddon', { needs: 'addons:write', answers: one(Addon), summary: 'Create an addon.' })
  async create(body: CreateAddonBody): Promise<Addon> {
    const [created] = await this.createAll([{ asked: body }]);
    return created as Addon;
  }

  /** Each as `create` makes it, stored together. @throws what `create` throws, with its place */
  @Within()
  async createAll(requests: readonly Placed<CreateAddonBody>[]): Promise<Addon[]> {
    const asked = requests.map(({ asked: body, at }) => ({ asked: newAddon(body), at }));
    const created = await this.lifecycle.create('ADDON', asked);
    return created.map((change, index) => {
      const addon = this.tell('addon.created', change);
      if (!asked[index]?.asked.isPublished) return addon;
      return this.tell('addon.updated_new_version_published', change);
    });
  }

  /** @throws AddonNotFound */
  @UseCase('getAddon', { needs: 'addons:read', answers: one(Addon), summary: 'Get an addon.' })
  async get(id: string, selection: VersionQuery): Promise<Addon> {
    const found = await this.catalog.get('ADDON', id, selection);
    return told(Addon.from(found), found.package);
  }

  @UseCase('listAddons', {
    needs: 'addons:read',
    answers: page(Addon),
    summary: 'List addons, newest first.',
  })
  async list(query: ListAddonsQuery): Promise<Page<Addon>> {
    const { productId, status, createdAt } = query;
    return mapPage(
      await this.catalog.list('ADDON', pageRequestOf(query), { productId, status, createdAt }),
      Addon.from,
    );
  }

  /**
   * @throws UnsupportedParameter, AddonNotFound, FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError,
   *   EditAllowedOnDraftPackageOnlyError, BadUserInput, PlansCircularDependencyError for dependencies in a circle,
   *   InvalidMetadataError, OveragePriceNotSupportedOnAddon, AmountTooLarge, InvalidEntitlementResetPeriod
   */
  @UseCase('updateAddon', {
    needs: 'addons:write',
    answers: one(Addon),
    summary: 'Change an addon or its draft.',
  })
  async update(id: string, body: UpdateAddonBody): Promise<Addon> {
    const { dependencies, maxQuantity, status, charges, ...changes } = body;
    const terms = { dependencies, maxQuantity };
    const update = { changes, terms, charges, status };
    return this.tell('addon.updated', await this.terms.update('ADDON', id, update));
  }

  /**
   * @throws AddonNotFound, EntityIsArchivedError, DraftAddonCantBeArchived, AddonIsCompatibleWithPlan,
   *   AddonWithDraftCannotBeDeletedError
   */
  @UseCase('archiveAddon', { needs: 'addons:write', answers: one(Addon), summary: 'Archive an addon.' })
  async archive(id: string): Promise<Addon> {
    return this.tell('addon.deleted', await this.retirement.archive('ADDON', id));
  }

  /** @throws AddonNotFound, BadUserInput when it is not archived, EntityIsArchivedError when what it needs is. Domain: catalog L2 */
  @UseCase('unarchiveAddon', {
    needs: 'addons:write',
    answers: one(Addon),
    summary: 'Bring an archived addon back.',
  })
  async unarchive(id: string): Promise<Addon> {
    return this.tell('addon.unarchived', await this.retirement.unarchive('ADDON', id));
  }

  /** @throws AddonNotFound, EntityIsArchivedError, DraftAlreadyExists */
  @UseCase('createAddonDraft', {
    needs: 'addons:write',
    answers: one(Addon),
    summary: 'Start the next version of an addon.',
  })
  async createDraft(id: string): Promise<Addon> {
    return this.tell('addon.draft_created', await this.lifecycle.createDraft('ADDON', id));
  }

  /**
   * @throws AddonNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError; AddonIsCompatibleWithPlan and
   *   IntegrityViolation when it was never published
   */
  @UseCase('discardAddonDraft', {
    needs: 'addons:write',
    answers: one(IdReference),
    summary: 'Discard the draft of an addon.',
  })
  async discardDraft(id: string): Promise<{ id: string }> {
    const { change, isRemoved } = await this.retirement.discardDraft('ADDON', id);
    this.tell(isRemoved ? 'addon.deleted' : 'addon.draft_discarded', change);
    return { id };
  }

  /**
   * @throws AddonNotFound, EntityIsArchivedError, PackageAlreadyPublished, VersionExceedsMaxValueError,
   *   PackagePricingTypeNotSet, AddonHasToHavePriceError, PlansCircularDependencyError, BadUserInput
   */
  @UseCase('publishAddon', {
    needs: 'addons:write',
    answers: one(PublishTask),
    summary: 'Make the draft of an addon its live version.',
  })
  async publish(id: string, { migrationType }: PublishPackageBody): Promise<PublishTask> {
    const { change, taskId } = await this.publication.publish('ADDON', id, migrationType);
    this.tell('addon.updated_new_version_published', change, { migrationType });
    return { taskId };
  }

  private tell(type: string, change: PackageChange, more: object = {}): Addon {
    const before = change.before && Addon.from(change.before);
    const after = change.after && Addon.from(change.after);
    const subject = subjectOf(change);
    const addon = Addon.from(subject);
    const entity = { entityType: 'ADDON', entityId: addon.id } as const;
    this.journal.record({ type, ...entity, before, after, payload: { addon, ...more } });
    return told(addon, subject.package);
  }
}

/** @throws BadUserInput */
function newAddon({ status, pricingType, maxQuantity, ...rest }: CreateAddonBody): NewPackageRequest {
  if (status === 'ARCHIVED') throw badInput('status: a new addon is DRAFT or PUBLISHED');
  return { ...rest, terms: { pricingType, maxQuantity }, isPublished: status === 'PUBLISHED' };
}
