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
import type { CreatePlanBody, ListPlansQuery, UpdatePlanBody } from './plans.inputs';
import { Plan } from './plans.views';

@Injectable()
export class PlansService {
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
    if (subjectOf(change).package.kind === 'PLAN') this.tell(`plan.${verb}`, change);
  }

  /**
   * @throws ProductNotFoundError, PlanNotFound, EntityIsArchivedError, BadUserInput, AmountTooLarge,
   *   PlansCircularDependencyError, DuplicatedEntityNotAllowed; with status PUBLISHED the refusals of `publish`
   */
  @UseCase('createPlan', { needs: 'plans:write', answers: one(Plan), summary: 'Create a plan.' })
  async create(body: CreatePlanBody): Promise<Plan> {
    const [created] = await this.createAll([{ asked: body }]);
    return created as Plan;
  }

  /** Each as `create` makes it, stored together. @throws what `create` throws, with its place */
  @Within()
  async createAll(requests: readonly Placed<CreatePlanBody>[]): Promise<Plan[]> {
    const asked = requests.map(({ asked: body, at }) => ({ asked: newPlan(body), at }));
    const created = await this.lifecycle.create('PLAN', asked);
    return created.map((change, index) => {
      const plan = this.tell('plan.created', change);
      if (!asked[index]?.asked.isPublished) return plan;
      return this.tell('plan.updated_new_version_published', change);
    });
  }

  /** @throws PlanNotFound */
  @UseCase('getPlan', { needs: 'plans:read', answers: one(Plan), summary: 'Get a plan.' })
  async get(id: string, selection: VersionQuery): Promise<Plan> {
    const found = await this.catalog.get('PLAN', id, selection);
    return told(Plan.from(found), found.package);
  }

  @UseCase('listPlans', { needs: 'plans:read', answers: page(Plan), summary: 'List plans, newest first.' })
  async list(query: ListPlansQuery): Promise<Page<Plan>> {
    const { productId, status, createdAt } = query;
    return mapPage(
      await this.catalog.list('PLAN', pageRequestOf(query), { productId, status, createdAt }),
      Plan.from,
    );
  }

  /**
   * @throws PlanNotFound, AddonNotFound, FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError,
   *   EditAllowedOnDraftPackageOnlyError, BadUserInput, PlansCircularDependencyError, InvalidMetadataError, AmountTooLarge,
   *   InvalidEntitlementResetPeriod, OveragePriceRequiresUsageLimit, InvalidCreditOverageBillingModel,
   *   CreditOveragePriceCurrencyNotFound and those of entitlements that overage carries
   */
  @UseCase('updatePlan', { needs: 'plans:write', answers: one(Plan), summary: 'Change a plan or its draft.' })
  async update(id: string, body: UpdatePlanBody): Promise<Plan> {
    const { compatibleAddonIds, parentPlanId, defaultTrialConfig, charges, ...changes } = body;
    const terms = { compatibleAddonIds, parentPlanId, defaultTrialConfig };
    return this.tell('plan.updated', await this.terms.update('PLAN', id, { changes, terms, charges }));
  }

  /** @throws PlanNotFound, EntityIsArchivedError, DraftPlanCantBeArchived, PlanWithChildCantBeDeleted */
  @UseCase('archivePlan', { needs: 'plans:write', answers: one(Plan), summary: 'Archive a plan.' })
  async archive(id: string): Promise<Plan> {
    return this.tell('plan.deleted', await this.retirement.archive('PLAN', id));
  }

  /** @throws PlanNotFound, BadUserInput when it is not archived, EntityIsArchivedError when what it needs is. Domain: catalog L2 */
  @UseCase('unarchivePlan', {
    needs: 'plans:write',
    answers: one(Plan),
    summary: 'Bring an archived plan back.',
  })
  async unarchive(id: string): Promise<Plan> {
    return this.tell('plan.unarchived', await this.retirement.unarchive('PLAN', id));
  }

  /** @throws PlanNotFound, EntityIsArchivedError, DraftAlreadyExists */
  @UseCase('createPlanDraft', {
    needs: 'plans:write',
    answers: one(Plan),
    summary: 'Start the next version of a plan.',
  })
  async createDraft(id: string): Promise<Plan> {
    return this.tell('plan.draft_created', await this.lifecycle.createDraft('PLAN', id));
  }

  /** @throws PlanNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError, PlanWithChildCantBeDeleted */
  @UseCase('discardPlanDraft', {
    needs: 'plans:write',
    answers: one(IdReference),
    summary: 'Discard the draft of a plan.',
  })
  async discardDraft(id: string): Promise<{ id: string }> {
    const { change, isRemoved } = await this.retirement.discardDraft('PLAN', id);
    this.tell(isRemoved ? 'plan.deleted' : 'plan.draft_discarded', change);
    return { id };
  }

  /**
   * @throws PlanNotFound, EntityIsArchivedError, PackageAlreadyPublished, PackagePricingTypeNotSet,
   *   PlanCannotBePublishWhenBasePlanIsDraft, PlanCannotBePublishWhenCompatibleAddonIsDraft, PlansCircularDependencyError,
   *   VersionExceedsMaxValueError, BadUserInput, OveragePriceRequiresUsageLimit, CreditOveragePriceCurrencyNotFound
   */
  @UseCase('publishPlan', {
    needs: 'plans:write',
    answers: one(PublishTask),
    summary: 'Make the draft of a plan its live version.',
  })
  async publish(id: string, { migrationType }: PublishPackageBody): Promise<PublishTask> {
    const { change, taskId } = await this.publication.publish('PLAN', id, migrationType);
    this.tell('plan.updated_new_version_published', change, { migrationType });
    return { taskId };
  }

  private tell(type: string, change: PackageChange, more: object = {}): Plan {
    const before = change.before && Plan.from(change.before);
    const after = change.after && Plan.from(change.after);
    const subject = subjectOf(change);
    const plan = Plan.from(subject);
    const entity = { entityType: 'PLAN', entityId: plan.id } as const;
    this.journal.record({ type, ...entity, before, after, payload: { plan, ...more } });
    return told(plan, subject.package);
  }
}

/** @throws BadUserInput */
function newPlan({
  status,
  parentPlanId,
  pricingType,
  defaultTrialConfig,
  ...rest
}: CreatePlanBody): NewPackageRequest {
  if (status === 'ARCHIVED') throw badInput('status: a new plan is DRAFT or PUBLISHED');
  return {
    ...rest,
    terms: { parentPlanId, pricingType, defaultTrialConfig },
    isPublished: status === 'PUBLISHED',
  };
}
