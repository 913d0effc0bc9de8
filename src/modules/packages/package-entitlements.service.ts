import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { CreditRequest, EntitlementKind, FeatureRequest } from './domain/entitlement-request';
import {
  displayOrders,
  requireBehavior,
  requireDistinct,
  requireRoomForEntitlements,
} from './domain/entitlement-rules';
import { PackageEntitlement, type Placement } from './domain/package-entitlement';
import type { PackageKind } from './domain/package-kind';
import type { PackageVersion } from './domain/package-version';
import {
  EntitlementTargetsService,
  type NamedTargets,
  type NewEntitlement,
} from './entitlement-targets.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageLivesRepository } from './package-lives.repository';
import { PackageVersionsRepository } from './package-versions.repository';

/** What a PATCH says; the kind tells a feature and a currency of one id apart. Domain: catalog E3 */
export type EntitlementChange = ({ type: 'FEATURE' } & FeatureRequest) | ({ type: 'CREDIT' } & CreditRequest);

/** Entitlements of the draft. Refusals come in the order of catalog E14. */
@Injectable()
export class PackageEntitlementsService {
  constructor(
    private readonly lives: PackageLivesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly targets: EntitlementTargetsService,
    private readonly clock: Clock,
  ) {}

  /**
   * All or nothing, answered in the order of the request. Domain: catalog E2
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode, FeatureNotFound,
   *   CustomCurrencyNotFound, BadUserInput, CannotAddOverrideEntitlementToPlan, InvalidEntitlementResetPeriod,
   *   EntitlementUsageOutOfRangeError, AmountTooLarge, FeatureConfigurationExceededLimitError, DuplicatedEntityNotAllowed
   */
  @Within()
  async create(
    kind: PackageKind,
    packageId: string,
    requests: readonly NewEntitlement[],
  ): Promise<PackageEntitlement[]> {
    const draft = await this.lockedDraft(kind, packageId);
    const targets = await this.targets.named(requests);
    const stored = await this.entitlements.ofVersion(draft.uid);
    const orders = displayOrders(
      stored.map(({ order }) => order),
      requests.map(({ order }) => order),
    );
    const now = this.clock.now();
    const added = requests.map((asked, index) => {
      const place = {
        packageVersionUid: draft.uid,
        order: orders[index] as number,
        at: `entitlements[${index}].`,
      };
      return newEntitlement(kind, asked, targets, place, now);
    });
    requireRoomForEntitlements(stored.length, added.length);
    requireDistinct(stored, added);
    await this.entitlements.insertAll(added);
    await this.versions.save(draft, now);
    return added;
  }

  /**
   * Absent leaves what is stored; the merged record obeys the rules of a new one. Domain: catalog E3
   * @throws as `create`; FeatureNotFound, CustomCurrencyNotFound for an entitlement that the draft does not have
   */
  @Within()
  async update(
    kind: PackageKind,
    packageId: string,
    refId: string,
    change: EntitlementChange,
  ): Promise<PackageEntitlement> {
    const draft = await this.lockedDraft(kind, packageId);
    const entitlement = await this.entitlements.find(draft.uid, change.type, refId);
    if (!entitlement) throw unknownEntitlement(change.type, refId);
    if (change.type === 'FEATURE') {
      const { features } = await this.targets.of([entitlement]);
      const feature = features.get(entitlement.featureUid ?? '');
      if (!feature) throw unknownEntitlement('FEATURE', refId);
      requireBehavior(kind, change.behavior);
      entitlement.changeFeature(change, feature);
    } else {
      const dependency = await this.targets.dependency(change);
      requireBehavior(kind, change.behavior);
      entitlement.changeCredit(change, dependency);
    }
    const now = this.clock.now();
    await this.entitlements.save(entitlement, now);
    await this.versions.save(draft, now);
    return entitlement;
  }

  /**
   * @param type a FEATURE, or else a CREDIT, when left out
   * @throws as `create`; FeatureNotFound, CustomCurrencyNotFound for an entitlement that the draft does not have
   */
  @Within()
  async remove(
    kind: PackageKind,
    packageId: string,
    refId: string,
    type: EntitlementKind | undefined,
  ): Promise<PackageEntitlement> {
    const draft = await this.lockedDraft(kind, packageId);
    const types: EntitlementKind[] = type ? [type] : ['FEATURE', 'CREDIT'];
    for (const each of types) {
      const entitlement = await this.entitlements.find(draft.uid, each, refId);
      if (!entitlement) continue;
      await this.entitlements.remove(entitlement);
      await this.versions.save(draft, this.clock.now());
      return entitlement;
    }
    throw unknownEntitlement(types[0] as EntitlementKind, refId);
  }

  private async lockedDraft(kind: PackageKind, packageId: string): Promise<PackageVersion> {
    const life = await this.lives.lockOrThrow(kind, packageId);
    life.requireLive();
    return life.draftOfEntitlements();
  }
}

function newEntitlement(
  kind: PackageKind,
  asked: NewEntitlement,
  { features, currencies }: NamedTargets,
  place: Placement,
  now: Date,
): PackageEntitlement {
  requireBehavior(kind, asked.behavior, place.at);
  if (asked.type === 'FEATURE') {
    const feature = features.get(asked.id);
    if (!feature) throw unknownEntitlement('FEATURE', asked.id);
    return PackageEntitlement.ofFeature(feature, asked, place, now);
  }
  const currency = currencies.get(asked.id);
  if (!currency) throw unknownEntitlement('CREDIT', asked.id);
  const dependency = features.get(asked.dependencyFeatureId ?? '');
  return PackageEntitlement.ofCurrency(currency, asked, dependency, place, now);
}

const unknownEntitlement = (type: EntitlementKind, refId: string): DomainError =>
  new DomainError(
    type === 'FEATURE' ? 'FeatureNotFound' : 'CustomCurrencyNotFound',
    `The draft has no ${type} entitlement ${refId}`,
  );
