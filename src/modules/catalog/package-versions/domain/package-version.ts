import { withoutAbsent } from '#libs/kernel/patch';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { OverageBillingPeriod } from '#modules/catalog/charges';
import { requireTrialOfPaidPlan, type DefaultTrial } from './default-trial';
import type { OfferedGroup } from './offered-group';
import type { PackageReference, PackageStatus, PricingType } from './package-kind';

/** What belongs to one version and is edited on the draft only. Domain: catalog L4 */
export interface VersionTerms {
  pricingType: PricingType | null;
  parentPlanUid: string | null;
  parentPlanId: string | null;
  /** Of a plan; null when never said. */
  compatibleAddons: PackageReference[] | null;
  /** Of a plan, in the order in which they were added; null when none ever was. */
  packageGroups: OfferedGroup[] | null;
  /** Of an addon; null when never said. */
  dependencies: PackageReference[] | null;
  /** Of an addon; null is unlimited. */
  maxQuantity: number | null;
  /** Of a plan. Domain: catalog T1 */
  defaultTrialConfig: DefaultTrial | null;
  /** Of a plan; null when never said. Domain: catalog R5 */
  overageBillingPeriod: OverageBillingPeriod | null;
}

export const noTerms: VersionTerms = {
  pricingType: null,
  parentPlanUid: null,
  parentPlanId: null,
  compatibleAddons: null,
  packageGroups: null,
  dependencies: null,
  maxQuantity: null,
  defaultTrialConfig: null,
  overageBillingPeriod: null,
};

/** A numbered state of a package: a draft, or published and from then on unchanged. Domain: catalog L2 */
export class PackageVersion extends TenantEntity implements VersionTerms {
  packageUid: string;
  versionNumber: number;
  status: PackageStatus;
  /** The newest version that was published; it stays so when the package is archived. */
  isLatest: boolean;
  publishedAt: Date | null;
  pricingType: PricingType | null;
  parentPlanUid: string | null;
  parentPlanId: string | null;
  compatibleAddons: PackageReference[] | null;
  packageGroups: OfferedGroup[] | null;
  dependencies: PackageReference[] | null;
  maxQuantity: number | null;
  defaultTrialConfig: DefaultTrial | null;
  overageBillingPeriod: OverageBillingPeriod | null;

  /** @throws BadUserInput for a trial of a FREE plan */
  static draft(packageUid: string, versionNumber: number, terms: VersionTerms, now: Date): PackageVersion {
    requireTrialOfPaidPlan(terms.defaultTrialConfig, terms.pricingType);
    const state = { status: 'DRAFT', isLatest: false, publishedAt: null } as const;
    return PackageVersion.instantiate<PackageVersion>(
      PackageVersion,
      { packageUid, versionNumber, ...terms, ...state },
      now,
    );
  }

  get terms(): VersionTerms {
    const { pricingType, parentPlanUid, parentPlanId, compatibleAddons, packageGroups } = this;
    const { dependencies, maxQuantity, defaultTrialConfig, overageBillingPeriod } = this;
    const links = { parentPlanUid, parentPlanId, compatibleAddons, packageGroups, dependencies };
    return { pricingType, ...links, maxQuantity, defaultTrialConfig, overageBillingPeriod };
  }

  /** @throws BadUserInput for a trial of a FREE plan */
  change(terms: Partial<VersionTerms>): void {
    Object.assign(this, withoutAbsent(terms));
    requireTrialOfPaidPlan(this.defaultTrialConfig, this.pricingType);
  }

  publish(now: Date): void {
    this.status = 'PUBLISHED';
    this.isLatest = true;
    this.publishedAt = now;
  }
}
