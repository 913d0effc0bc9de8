import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import { badInput } from '#libs/kernel/errors/domain-error';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import { Outbox } from '#libs/messaging/outbox';
import {
  PackageCatalogService,
  PackageLifecycleService,
  PackagePublicationService,
  unbuiltCharges,
  type IdReference,
  type PackageAtVersion,
  type PublishPackageBody,
  type PublishTask,
  type VersionQuery,
} from '#modules/packages';
import type { CreateAddonBody, ListAddonsQuery, UpdateAddonBody } from './addons.inputs';
import { Addon } from './addons.views';

@Injectable()
export class AddonsService {
  constructor(
    private readonly catalog: PackageCatalogService,
    private readonly lifecycle: PackageLifecycleService,
    private readonly publication: PackagePublicationService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws ProductNotFoundError, EntityIsArchivedError, BadUserInput, DuplicatedEntityNotAllowed; with status PUBLISHED
   *   the refusals of `publish`
   */
  @UseCase('createAddon', { needs: 'addons:write' })
  async create(body: CreateAddonBody): Promise<Addon> {
    const { status, pricingType, maxQuantity, ...rest } = body;
    if (status === 'ARCHIVED') throw badInput('status: a new addon is DRAFT or PUBLISHED');
    const isPublished = status === 'PUBLISHED';
    const terms = { pricingType, maxQuantity };
    const created = await this.lifecycle.create('ADDON', { ...rest, terms, isPublished });
    this.tell('addon.created', created);
    return isPublished ? this.tell('addon.updated_new_version_published', created) : Addon.from(created);
  }

  /** @throws AddonNotFound */
  @UseCase('getAddon', { needs: 'addons:read' })
  async get(id: string, selection: VersionQuery): Promise<Addon> {
    return Addon.from(await this.catalog.get('ADDON', id, selection));
  }

  @UseCase('listAddons', { needs: 'addons:read' })
  async list(query: ListAddonsQuery): Promise<Page<Addon>> {
    const { productId, status, createdAt } = query;
    return mapPage(
      await this.catalog.list('ADDON', pageRequestOf(query), { productId, status, createdAt }),
      Addon.from,
    );
  }

  /**
   * @throws UnsupportedParameter, AddonNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError, BadUserInput,
   *   PlansCircularDependencyError for dependencies in a circle, InvalidMetadataError
   */
  @UseCase('updateAddon', { needs: 'addons:write' })
  async update(id: string, body: UpdateAddonBody): Promise<Addon> {
    if (body.charges) refuseUnbuilt(body.charges, unbuiltCharges, 'charges.');
    const { billingId, description, displayName, metadata, dependencies, maxQuantity, status, charges } =
      body;
    const changes = { billingId, description, displayName, metadata };
    const terms = { dependencies, maxQuantity, pricingType: charges?.pricingType };
    return Addon.from(await this.lifecycle.update('ADDON', id, { changes, terms, status }));
  }

  /**
   * @throws AddonNotFound, EntityIsArchivedError, DraftAddonCantBeArchived, AddonIsCompatibleWithPlan,
   *   AddonWithDraftCannotBeDeletedError
   */
  @UseCase('archiveAddon', { needs: 'addons:write' })
  async archive(id: string): Promise<Addon> {
    return this.tell('addon.deleted', await this.lifecycle.archive('ADDON', id));
  }

  /** @throws AddonNotFound, EntityIsArchivedError, DraftAlreadyExists */
  @UseCase('createAddonDraft', { needs: 'addons:write' })
  async createDraft(id: string): Promise<Addon> {
    return Addon.from(await this.lifecycle.createDraft('ADDON', id));
  }

  /**
   * @throws AddonNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError; AddonIsCompatibleWithPlan and
   *   IntegrityViolation when it was never published
   */
  @UseCase('discardAddonDraft', { needs: 'addons:write' })
  async discardDraft(id: string): Promise<IdReference> {
    const { discarded, isRemoved } = await this.lifecycle.discardDraft('ADDON', id);
    if (isRemoved) this.tell('addon.deleted', discarded);
    return { id };
  }

  /**
   * @throws AddonNotFound, EntityIsArchivedError, PackageAlreadyPublished, VersionExceedsMaxValueError,
   *   PackagePricingTypeNotSet, AddonHasToHavePriceError, PlansCircularDependencyError, BadUserInput, UnsupportedParameter
   */
  @UseCase('publishAddon', { needs: 'addons:write' })
  async publish(id: string, { migrationType }: PublishPackageBody): Promise<PublishTask> {
    const published = await this.publication.publish('ADDON', id, migrationType);
    this.tell('addon.updated_new_version_published', published, { migrationType });
    return { taskId: null };
  }

  private tell(type: string, told: PackageAtVersion, more: object = {}): Addon {
    const addon = Addon.from(told);
    this.outbox.record({ type, entityType: 'ADDON', entityId: addon.id, payload: { addon, ...more } });
    return addon;
  }
}
