import type { ResetAnchor, ResetPeriod } from '#libs/business/values/reset-configuration';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { StoredFeature } from '#modules/catalog/features';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import { mergedCreditTerms, type CreditTerms } from './credit-terms';
import {
  hiddenFromWidgets,
  type Behavior,
  type CommonRequest,
  type CreditCadence,
  type CreditRequest,
  type EntitlementKind,
  type FeatureRequest,
  type HiddenFromWidget,
} from './entitlement-request';
import { mergedFeatureTerms, type FeatureTerms, type RuledFeature } from './feature-terms';

/** Where a new entitlement goes: the version, its place in the display order, its path in the request. */
export interface Placement {
  packageVersionUid: string;
  order: number;
  /** Such as `entitlements[0].`; messages begin with it. */
  at: string;
}

/** A feature or a custom currency with its value on one package version. Domain: catalog E4 */
export class PackageEntitlement extends TenantEntity implements FeatureTerms, CreditTerms {
  packageVersionUid: string;
  kind: EntitlementKind;
  /** Public id of the feature or the custom currency; with the kind it names the entitlement. Domain: catalog E3 */
  refId: string;
  featureUid: string | null;
  currencyUid: string | null;
  description: string | null;
  isGranted: boolean;
  /** A variable entitlement: its value is filled in per subscription. Null when never said. */
  isCustom: boolean | null;
  order: number;
  behavior: Behavior;
  hiddenFromWidgets: HiddenFromWidget[];
  displayNameOverride: string | null;
  usageLimit: number | null;
  hasUnlimitedUsage: boolean;
  hasSoftLimit: boolean;
  resetPeriod: ResetPeriod | null;
  accordingTo: ResetAnchor | null;
  enumValues: string[] | null;
  amount: string | null;
  cadence: CreditCadence | null;
  dependencyFeatureUid: string | null;
  dependencyFeatureId: string | null;

  /** @throws BadUserInput, InvalidEntitlementResetPeriod, EntitlementUsageOutOfRangeError */
  static ofFeature(
    feature: StoredFeature,
    asked: FeatureRequest,
    place: Placement,
    now: Date,
  ): PackageEntitlement {
    const { uid: featureUid, id: refId } = feature;
    const entitlement = PackageEntitlement.blank({ kind: 'FEATURE', refId, featureUid }, place, now);
    entitlement.changeFeature(asked, feature, place.at);
    return entitlement;
  }

  /** @throws BadUserInput, AmountTooLarge */
  static ofCurrency(
    currency: StoredCurrency,
    asked: CreditRequest,
    dependency: StoredFeature | undefined,
    place: Placement,
    now: Date,
  ): PackageEntitlement {
    const { uid: currencyUid, id: refId } = currency;
    const entitlement = PackageEntitlement.blank({ kind: 'CREDIT', refId, currencyUid }, place, now);
    entitlement.changeCredit(asked, dependency, place.at);
    return entitlement;
  }

  /** Domain: catalog E5 */
  private static blank(
    target: Pick<PackageEntitlement, 'kind' | 'refId'> & Partial<PackageEntitlement>,
    { packageVersionUid, order }: Placement,
    now: Date,
  ): PackageEntitlement {
    const links = { featureUid: null, currencyUid: null, ...target, packageVersionUid, order };
    return PackageEntitlement.instantiate<PackageEntitlement>(
      PackageEntitlement,
      { ...defaults, ...links },
      now,
    );
  }

  get featureId(): string | null {
    return this.kind === 'FEATURE' ? this.refId : null;
  }

  get currencyId(): string | null {
    return this.kind === 'CREDIT' ? this.refId : null;
  }

  changeFeature(asked: FeatureRequest, feature: RuledFeature, at = ''): void {
    const terms = mergedFeatureTerms(this, asked, feature, at);
    this.changeCommon(asked);
    Object.assign(this, terms);
  }

  changeCredit(asked: CreditRequest, dependency: StoredFeature | undefined, at = ''): void {
    const terms = mergedCreditTerms(this, asked, dependency, at);
    this.changeCommon(asked);
    Object.assign(this, terms);
  }

  /** The same on another version, with its history: a draft is a full copy. Domain: catalog L3 */
  copyTo(packageVersionUid: string, now: Date): PackageEntitlement {
    const { createdAt, updatedAt } = this;
    const copy = PackageEntitlement.instantiate<PackageEntitlement>(
      PackageEntitlement,
      { ...this, packageVersionUid },
      now,
    );
    return Object.assign(copy, { createdAt, updatedAt });
  }

  private changeCommon(asked: CommonRequest): void {
    this.description = asked.description ?? this.description;
    this.isGranted = asked.isGranted ?? this.isGranted;
    this.isCustom = asked.isCustom ?? this.isCustom;
    this.order = asked.order ?? this.order;
    this.behavior = asked.behavior ?? this.behavior;
    this.displayNameOverride = asked.displayNameOverride ?? this.displayNameOverride;
    const hidden = asked.hiddenFromWidgets;
    if (hidden) this.hiddenFromWidgets = hiddenFromWidgets.filter((widget) => hidden.includes(widget));
  }
}

const defaults = {
  description: null,
  isGranted: true,
  isCustom: null,
  behavior: 'Increment',
  hiddenFromWidgets: [],
  displayNameOverride: null,
  usageLimit: null,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  resetPeriod: null,
  accordingTo: null,
  enumValues: null,
  amount: null,
  cadence: null,
  dependencyFeatureUid: null,
  dependencyFeatureId: null,
} satisfies Partial<PackageEntitlement>;

/** Of all that the entitlements are about, or that their credits depend on, each once. */
export const featureUidsOf = (entitlements: readonly PackageEntitlement[]): string[] => {
  const uids = entitlements.flatMap(({ featureUid, dependencyFeatureUid }) => [
    featureUid,
    dependencyFeatureUid,
  ]);
  return [...new Set(uids.filter((uid) => uid !== null))];
};

/** The same of custom currencies. */
export const currencyUidsOf = (entitlements: readonly PackageEntitlement[]): string[] => [
  ...new Set(entitlements.flatMap(({ currencyUid }) => currencyUid ?? [])),
];
