import { Injectable } from '@nestjs/common';
import { told } from '#libs/context/revision';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord, type Told } from '#libs/messaging/recorder';
import { Within } from '#libs/use-cases/use-case';
import { type PackageKind, PackageLivesService } from '#modules/catalog/package-versions';
import { requireNamed, requireOnlyNamed } from './domain/entitlement-order';
import type { CreditRequest, EntitlementKind, FeatureRequest } from './domain/entitlement-request';
import { requireBehavior } from './domain/entitlement-rules';
import { unknownEntitlement, type NewEntitlement } from './domain/new-entitlement';
import type { PackageEntitlement } from './domain/package-entitlement';
import { EntitlementTagsService } from './entitlement-tags.service';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { NewEntitlementsService } from './new-entitlements.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { packageEntitlementView, type PackageEntitlementView } from './package-entitlements.views';

/** What a PATCH says; the kind tells a feature and a currency of one id apart. Domain: catalog E3 */
export type EntitlementChange = ({ type: 'FEATURE' } & FeatureRequest) | ({ type: 'CREDIT' } & CreditRequest);

/** The change of one entitlement among several. */
export type PlacedChange = EntitlementChange & {
  id: string;
  /** Where the caller said it, such as `entitlements[0].`; messages begin with it. */
  at?: string;
};

/** What is to become of the entitlements of a draft, in this order. */
export interface EntitlementEdits {
  /** The type may be left out where one entitlement has the id. */
  removed?: readonly { id: string; type?: EntitlementKind }[];
  changed?: readonly PlacedChange[];
  added?: readonly NewEntitlement[];
}

export type EditedEntitlements = Record<keyof EntitlementEdits, PackageEntitlementView[]>;

export interface OwnedEntitlement {
  owner: { kind: PackageKind; id: string };
  entitlement: PackageEntitlement;
}

/** The receivers of events know packages only. Domain: access-and-events W6, W8 */
export const toldAsEntitlement: Told<OwnedEntitlement> = {
  entity: 'ENTITLEMENT',
  noun: ({ owner }) => `${owner.kind.toLowerCase()}_entitlement`,
  picture: ({ entitlement }) => packageEntitlementView(entitlement),
  idOf: ({ entitlement }) => entitlement.refId,
  parentOf: ({ owner }) => owner.id,
};

/** Entitlements of the draft. Refusals come in the order of catalog E14. */
@Injectable()
export class PackageEntitlementsService {
  private readonly record: ChangeRecord<OwnedEntitlement>;

  constructor(
    private readonly lives: PackageLivesService,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly tags: EntitlementTagsService,
    private readonly targets: EntitlementTargetsService,
    private readonly additions: NewEntitlementsService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf(toldAsEntitlement);
  }

  /**
   * All or nothing; what leaves, changes and comes is decided one by one and written together, answered in the order of the request.
   * Absent leaves what is stored; the merged record obeys the rules of a new one. Domain: catalog E2, E3
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode; FeatureNotFound,
   *   CustomCurrencyNotFound for an entitlement that the draft does not have; BadUserInput where an id means two;
   *   EntitlementBelongsToFeatureGroupError; and what `NewEntitlementsService.decide` throws
   */
  @Within()
  async edit(
    kind: PackageKind,
    packageId: string,
    { removed = [], changed = [], added = [] }: EntitlementEdits,
  ): Promise<EditedEntitlements> {
    const edited = await this.lives.lockDraft(kind, packageId);
    const stored = await this.entitlements.ofVersion(edited.draft.uid);
    const leaving = removed.map(({ id, type }) => requireOnlyNamed(stored, id, type));
    if (leaving.length > 0) await this.tags.requireUntagged(leaving);
    const changing = changed.map(({ id, type }) => requireNamed(stored, id, type));
    const before = changing.map(copyOf);
    if (changing.length > 0) await this.change(kind, changing, changed);
    const left = new Set(leaving);
    const staying = stored.filter((each) => !left.has(each));
    const arriving = added.length > 0 ? await this.additions.decide(edited, staying, added) : [];
    await this.entitlements.removeAll(leaving);
    const changes = changing.flatMap((after, index) => {
      const was = before[index] as PackageEntitlement;
      return this.entitlements.differ(was, after) ? [{ was, after }] : [];
    });
    const saved = changes.map(({ after }) => after);
    await this.entitlements.saveAll(saved, this.clock.now());
    await this.entitlements.insertAll(arriving);
    if (leaving.length + saved.length + arriving.length > 0)
      await this.lives.saveVersions(edited.life, edited.draft);
    const owner = edited.life.package;
    const of = (entitlement: PackageEntitlement) => ({ owner, entitlement });
    for (const each of leaving) this.record.add('deleted', of(each), null);
    for (const { was, after } of changes) this.record.add('updated', of(was), of(after));
    for (const each of arriving) this.record.add('created', null, of(each));
    const show = (each: PackageEntitlement) => told(packageEntitlementView(each), owner);
    return { removed: leaving.map(show), changed: changing.map(show), added: arriving.map(show) };
  }

  private async change(
    kind: PackageKind,
    entitlements: readonly PackageEntitlement[],
    changes: readonly PlacedChange[],
  ): Promise<void> {
    const features = await this.targets.featuresOf(entitlements);
    const dependencies = await this.targets.dependencies(changes.flatMap(dependencyOf));
    for (const [index, entitlement] of entitlements.entries()) {
      const asked = changes[index] as PlacedChange;
      requireBehavior(kind, asked.behavior, asked.at);
      if (asked.type === 'FEATURE') {
        const feature = features.get(entitlement.featureUid ?? '');
        if (!feature) throw unknownEntitlement('FEATURE', asked.id);
        entitlement.changeFeature(asked, feature, asked.at);
      } else {
        entitlement.changeCredit(asked, dependencies.get(asked.dependencyFeatureId ?? ''), asked.at);
      }
    }
  }
}

const dependencyOf = (change: EntitlementChange): string[] =>
  change.type === 'CREDIT' && change.dependencyFeatureId ? [change.dependencyFeatureId] : [];
