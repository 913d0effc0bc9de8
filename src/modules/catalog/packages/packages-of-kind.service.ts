import { Injectable } from '@nestjs/common';
import { one, page } from '#libs/use-cases/answer';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { Placed } from '#libs/kernel/errors/placed';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { told } from '#libs/context/revision';
import { changedFields, Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { Follows } from '#libs/messaging/extensions';
import { IdReference } from '#libs/shape/id-reference';
import {
  wordsOf,
  type ListPackagesQuery,
  type PackageKind,
  type PackageStatus,
  type VersionQuery,
} from '#modules/catalog/package-versions';
import { subjectOf, type PackageAtVersion, type PackageChange } from './domain/package-at-version';
import { NewPackagesService, type NewPackageRequest } from './new-packages.service';
import { PackageCatalogService } from './package-catalog.service';
import { PackagePublicationService } from './package-publication.service';
import { PackageRetirementService } from './package-retirement.service';
import { PackageTermsService, type PackageUpdate } from './package-terms.service';
import type { PublishPackageBody } from './packages.inputs';
import { PublishTask } from './packages.views';
import { packageFollowedProduct } from './product-followers.service';

/** What plans and addons say differently. */
export interface PackageWords<View, CreateBody, UpdateBody> {
  view: (new () => View) & { from: (told: PackageAtVersion) => View };
  /** What a new one is to be, its state apart. */
  asked: (body: CreateBody) => Omit<NewPackageRequest, 'isPublished'>;
  update: (body: UpdateBody) => PackageUpdate;
}

/**
 * The operations on plans, or on addons. Beside what is told at each, whatever is written names a package of this kind
 * (PlanNotFound, AddonNotFound) that is not archived (EntityIsArchivedError).
 */
export function PackagesOf<
  View extends object,
  CreateBody extends { status?: PackageStatus },
  UpdateBody extends object,
>(kind: PackageKind, { view, asked, update }: PackageWords<View, CreateBody, UpdateBody>) {
  const { noun, plural, a } = wordsOf[kind];
  const [reads, writes] = [`${plural}:read`, `${plural}:write`] as const;
  const name = noun.toLowerCase();

  /** @throws BadUserInput */
  function newPackage(body: CreateBody): NewPackageRequest {
    if (body.status === 'ARCHIVED') throw badInput(`status: a new ${name} is DRAFT or PUBLISHED`);
    return { ...asked(body), isPublished: body.status === 'PUBLISHED' };
  }

  @Injectable()
  class PackagesOfKind {
    readonly record: ChangeRecord<PackageAtVersion>;

    constructor(
      readonly catalog: PackageCatalogService,
      readonly terms: PackageTermsService,
      readonly newPackages: NewPackagesService,
      readonly publication: PackagePublicationService,
      readonly retirement: PackageRetirementService,
      recorder: Recorder,
    ) {
      this.record = recorder.recordOf({
        entity: kind,
        noun: name,
        picture: view.from,
        idOf: (state) => state.package.id,
        payload: (told) => ({ [name]: told }),
        versionOf: (state) => state.package.revision,
      });
    }

    @Follows(packageFollowedProduct)
    async follow({ verb, change }: typeof packageFollowedProduct.facts): Promise<void> {
      if (subjectOf(change).package.kind === kind) this.tell(verb, change);
    }

    /**
     * @throws ProductNotFoundError, PlanNotFound, EntityIsArchivedError, BadUserInput, AmountTooLarge,
     *   PlansCircularDependencyError, DuplicatedEntityNotAllowed; with status PUBLISHED the refusals of `publish`
     */
    @UseCase(`create${noun}`, { needs: writes, answers: one(view), summary: `Create ${a}.` })
    async create(body: CreateBody): Promise<View> {
      const [created] = await this.createAll([{ asked: body }]);
      return created as View;
    }

    /** Each as `create` makes it, stored together. @throws what `create` throws, with its place */
    @Within()
    async createAll(requests: readonly Placed<CreateBody>[]): Promise<View[]> {
      const placed = requests.map(({ asked: body, at }) => ({ asked: newPackage(body), at }));
      const created = await this.newPackages.create(kind, placed);
      return created.map((change, index) => {
        const answer = this.tell('created', change);
        return placed[index]?.asked.isPublished ? this.tell('updated_new_version_published', change) : answer;
      });
    }

    @UseCase(`get${noun}`, { needs: reads, opens: 'PUBLIC', answers: one(view), summary: `Get ${a}.` })
    async get(id: string, selection: VersionQuery): Promise<View> {
      const found = await this.catalog.get(kind, id, selection);
      return told(view.from(found), found.package);
    }

    @UseCase(`list${noun}s`, {
      needs: reads,
      opens: 'PUBLIC',
      answers: page(view),
      summary: `List ${plural}, newest first.`,
    })
    async list(query: ListPackagesQuery): Promise<Page<View>> {
      const { productId, status, createdAt } = query;
      const filter = { productId, status, createdAt };
      return mapPage(await this.catalog.list(kind, pageRequestOf(query), filter), view.from);
    }

    /**
     * @throws UnsupportedParameter, AddonNotFound, FeatureNotFound, CustomCurrencyNotFound, EditAllowedOnDraftPackageOnlyError,
     *   BadUserInput, PlansCircularDependencyError, InvalidMetadataError, OveragePriceNotSupportedOnAddon, AmountTooLarge,
     *   InvalidEntitlementResetPeriod, OveragePriceRequiresUsageLimit, InvalidCreditOverageBillingModel,
     *   CreditOveragePriceCurrencyNotFound and those of entitlements that overage carries
     */
    @UseCase(`update${noun}`, { needs: writes, answers: one(view), summary: `Change ${a} or its draft.` })
    async update(id: string, body: UpdateBody): Promise<View> {
      return this.tell('updated', await this.terms.update(kind, id, update(body)));
    }

    /**
     * @throws DraftPlanCantBeArchived, PlanWithChildCantBeDeleted; DraftAddonCantBeArchived, AddonIsCompatibleWithPlan,
     *   AddonWithDraftCannotBeDeletedError
     */
    @UseCase(`archive${noun}`, { needs: writes, answers: one(view), summary: `Archive ${a}.` })
    async archive(id: string): Promise<View> {
      return this.tell('deleted', await this.retirement.archive(kind, id));
    }

    /** @throws BadUserInput when it is not archived, EntityIsArchivedError when what it needs is. Domain: catalog L2 */
    @UseCase(`unarchive${noun}`, {
      needs: writes,
      answers: one(view),
      summary: `Bring an archived ${name} back.`,
    })
    async unarchive(id: string): Promise<View> {
      return this.tell('unarchived', await this.retirement.unarchive(kind, id));
    }

    /** @throws DraftAlreadyExists */
    @UseCase(`create${noun}Draft`, {
      needs: writes,
      answers: one(view),
      summary: `Start the next version of ${a}.`,
    })
    async createDraft(id: string): Promise<View> {
      return this.tell('draft_created', await this.newPackages.createDraft(kind, id));
    }

    /**
     * @throws EditAllowedOnDraftPackageOnlyError; when it was never published PlanWithChildCantBeDeleted,
     *   AddonIsCompatibleWithPlan, IntegrityViolation
     */
    @UseCase(`discard${noun}Draft`, {
      needs: writes,
      answers: one(IdReference),
      summary: `Discard the draft of ${a}.`,
    })
    async discardDraft(id: string): Promise<IdReference> {
      const { change, isRemoved } = await this.retirement.discardDraft(kind, id);
      this.tell(isRemoved ? 'deleted' : 'draft_discarded', change);
      return { id };
    }

    /**
     * @throws PackageAlreadyPublished, VersionExceedsMaxValueError, PackagePricingTypeNotSet, PlansCircularDependencyError,
     *   BadUserInput; of a plan PlanCannotBePublishWhenBasePlanIsDraft, PlanCannotBePublishWhenCompatibleAddonIsDraft,
     *   OveragePriceRequiresUsageLimit, CreditOveragePriceCurrencyNotFound; of an addon AddonHasToHavePriceError
     */
    @UseCase(`publish${noun}`, {
      needs: writes,
      answers: one(PublishTask),
      summary: `Make the draft of ${a} its live version.`,
    })
    async publish(id: string, { migrationType }: PublishPackageBody): Promise<PublishTask> {
      const { change, former, taskId } = await this.publication.publish(kind, id, migrationType);
      const { after } = change;
      // To who knows the version that was live.
      const changed = former && after && changedFields(view.from(former), view.from(after));
      this.tell('updated_new_version_published', change, { migrationType, ...(changed && { changed }) });
      return { taskId };
    }

    private tell(verb: string, change: PackageChange, more: object = {}): View {
      if (!change.isNone) this.record.add(verb, change.before, change.after, more);
      const subject = subjectOf(change);
      return told(view.from(subject), subject.package);
    }
  }
  return PackagesOfKind;
}

export type PackagesOfKind<
  View extends object,
  CreateBody extends { status?: PackageStatus },
  UpdateBody extends object,
> = InstanceType<ReturnType<typeof PackagesOf<View, CreateBody, UpdateBody>>>;
