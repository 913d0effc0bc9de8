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
import type { CreatePlanBody, ListPlansQuery, UpdatePlanBody } from './plans.inputs';
import { Plan } from './plans.views';

const unbuilt = { defaultTrialConfig: 'the default trial of a plan' };

@Injectable()
export class PlansService {
  constructor(
    private readonly catalog: PackageCatalogService,
    private readonly lifecycle: PackageLifecycleService,
    private readonly publication: PackagePublicationService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws UnsupportedParameter, ProductNotFoundError, PlanNotFound, EntityIsArchivedError, BadUserInput,
   *   PlansCircularDependencyError, DuplicatedEntityNotAllowed; with status PUBLISHED the refusals of `publish`
   */
  @UseCase('createPlan', { needs: 'plans:write' })
  async create(body: CreatePlanBody): Promise<Plan> {
    refuseUnbuilt(body, unbuilt);
    const { status, parentPlanId, pricingType, ...rest } = body;
    if (status === 'ARCHIVED') throw badInput('status: a new plan is DRAFT or PUBLISHED');
    const isPublished = status === 'PUBLISHED';
    const created = await this.lifecycle.create('PLAN', {
      ...rest,
      terms: { parentPlanId, pricingType },
      isPublished,
    });
    this.tell('plan.created', created);
    return isPublished ? this.tell('plan.updated_new_version_published', created) : Plan.from(created);
  }

  /** @throws PlanNotFound */
  @UseCase('getPlan', { needs: 'plans:read' })
  async get(id: string, selection: VersionQuery): Promise<Plan> {
    return Plan.from(await this.catalog.get('PLAN', id, selection));
  }

  @UseCase('listPlans', { needs: 'plans:read' })
  async list(query: ListPlansQuery): Promise<Page<Plan>> {
    const { productId, status, createdAt } = query;
    return mapPage(
      await this.catalog.list('PLAN', pageRequestOf(query), { productId, status, createdAt }),
      Plan.from,
    );
  }

  /**
   * @throws UnsupportedParameter, PlanNotFound, AddonNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError,
   *   BadUserInput, PlansCircularDependencyError, InvalidMetadataError
   */
  @UseCase('updatePlan', { needs: 'plans:write' })
  async update(id: string, body: UpdatePlanBody): Promise<Plan> {
    refuseUnbuilt(body, unbuilt);
    if (body.charges) refuseUnbuilt(body.charges, unbuiltCharges, 'charges.');
    const { billingId, description, displayName, metadata, compatibleAddonIds, parentPlanId, charges } = body;
    const changes = { billingId, description, displayName, metadata };
    const terms = { compatibleAddonIds, parentPlanId, pricingType: charges?.pricingType };
    return Plan.from(await this.lifecycle.update('PLAN', id, { changes, terms }));
  }

  /** @throws PlanNotFound, EntityIsArchivedError, DraftPlanCantBeArchived, PlanWithChildCantBeDeleted */
  @UseCase('archivePlan', { needs: 'plans:write' })
  async archive(id: string): Promise<Plan> {
    return this.tell('plan.deleted', await this.lifecycle.archive('PLAN', id));
  }

  /** @throws PlanNotFound, EntityIsArchivedError, DraftAlreadyExists */
  @UseCase('createPlanDraft', { needs: 'plans:write' })
  async createDraft(id: string): Promise<Plan> {
    return Plan.from(await this.lifecycle.createDraft('PLAN', id));
  }

  /** @throws PlanNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError, PlanWithChildCantBeDeleted */
  @UseCase('discardPlanDraft', { needs: 'plans:write' })
  async discardDraft(id: string): Promise<IdReference> {
    const { discarded, isRemoved } = await this.lifecycle.discardDraft('PLAN', id);
    if (isRemoved) this.tell('plan.deleted', discarded);
    return { id };
  }

  /**
   * @throws PlanNotFound, EntityIsArchivedError, PackageAlreadyPublished, PackagePricingTypeNotSet,
   *   PlanCannotBePublishWhenBasePlanIsDraft, PlanCannotBePublishWhenCompatibleAddonIsDraft, PlansCircularDependencyError,
   *   VersionExceedsMaxValueError, BadUserInput, UnsupportedParameter
   */
  @UseCase('publishPlan', { needs: 'plans:write' })
  async publish(id: string, { migrationType }: PublishPackageBody): Promise<PublishTask> {
    const published = await this.publication.publish('PLAN', id, migrationType);
    this.tell('plan.updated_new_version_published', published, { migrationType });
    return { taskId: null };
  }

  private tell(type: string, told: PackageAtVersion, more: object = {}): Plan {
    const plan = Plan.from(told);
    this.outbox.record({ type, entityType: 'PLAN', entityId: plan.id, payload: { plan, ...more } });
    return plan;
  }
}
