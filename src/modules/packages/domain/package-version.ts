import { withoutAbsent } from '#libs/kernel/patch';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { PackageReference, PackageStatus, PricingType } from './package-kind';

/** What belongs to one version and is edited on the draft only. Domain: catalog L4 */
export interface VersionTerms {
  pricingType: PricingType | null;
  parentPlanUid: string | null;
  parentPlanId: string | null;
  /** Of a plan; null when never said. */
  compatibleAddons: PackageReference[] | null;
  /** Of an addon; null when never said. */
  dependencies: PackageReference[] | null;
  /** Of an addon; null is unlimited. */
  maxQuantity: number | null;
}

export const noTerms: VersionTerms = {
  pricingType: null,
  parentPlanUid: null,
  parentPlanId: null,
  compatibleAddons: null,
  dependencies: null,
  maxQuantity: null,
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
  dependencies: PackageReference[] | null;
  maxQuantity: number | null;

  static draft(packageUid: string, versionNumber: number, terms: VersionTerms, now: Date): PackageVersion {
    const state = { status: 'DRAFT', isLatest: false, publishedAt: null } as const;
    return PackageVersion.born<PackageVersion>(
      PackageVersion,
      { packageUid, versionNumber, ...terms, ...state },
      now,
    );
  }

  get terms(): VersionTerms {
    const { pricingType, parentPlanUid, parentPlanId, compatibleAddons, dependencies, maxQuantity } = this;
    return { pricingType, parentPlanUid, parentPlanId, compatibleAddons, dependencies, maxQuantity };
  }

  change(terms: Partial<VersionTerms>): void {
    Object.assign(this, withoutAbsent(terms));
  }

  publish(now: Date): void {
    this.status = 'PUBLISHED';
    this.isLatest = true;
    this.publishedAt = now;
  }
}
