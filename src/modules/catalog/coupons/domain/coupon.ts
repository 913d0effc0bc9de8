import type { ExactPrice } from '#libs/business/values/flat-price';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import type { Discount } from './discount';

export type CouponStatus = 'ACTIVE' | 'ARCHIVED';
export type CouponType = 'PERCENTAGE' | 'FIXED';
/** SERVICE: of the catalog. SERVICE_ADHOC: made for one subscription, and listed nowhere (customers-subscriptions N3). */
export type CouponSource = 'SERVICE' | 'SERVICE_ADHOC';

export interface NewCoupon {
  id: string;
  name: string;
  description: string | null;
  discount: Discount;
  durationInMonths: number | null;
  metadata: Metadata;
  source: CouponSource;
}

/** What it takes off stays as it was sold: only its words change. Domain: customers-subscriptions N1 */
export interface CouponChanges {
  name?: string;
  description?: string | null;
  metadata?: MetadataPatch | null;
}

/** A discount that can be given again and again. Domain: customers-subscriptions N1 */
export class Coupon extends AddressedEntity {
  id: string;
  name: string;
  description: string | null;
  /** Whole, 1 to 100; null where `amountsOff` says it. */
  percentOff: number | null;
  /** At most one per currency; null where `percentOff` says it. */
  amountsOff: ExactPrice[] | null;
  /** From the day that it is given; null lasts for ever. */
  durationInMonths: number | null;
  status: CouponStatus;
  source: CouponSource;
  metadata: Metadata;

  static create({ discount, ...given }: NewCoupon, now: Date): Coupon {
    return Coupon.instantiate<Coupon>(Coupon, { ...given, ...discount, status: 'ACTIVE' }, now);
  }

  get type(): CouponType {
    return this.percentOff === null ? 'FIXED' : 'PERCENTAGE';
  }

  /** @throws EntityIsArchivedError, InvalidMetadataError */
  change({ metadata, ...rest }: CouponChanges): void {
    this.requireLive();
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
  }

  /** Those who have it keep it. @throws EntityIsArchivedError when it is archived already. Domain: customers-subscriptions N1 */
  archive(): void {
    this.requireLive();
    this.status = 'ARCHIVED';
  }

  /** @throws EntityIsArchivedError */
  requireLive(): void {
    if (this.status === 'ACTIVE') return;
    throw new DomainError('EntityIsArchivedError', `Coupon ${this.id} is archived; create another one`);
  }

  /**
   * @throws ArchivedCouponCantBeApplied: nothing new is given by an archived coupon; BadUserInput for one that was made for one subscription.
   *   Domain: customers-subscriptions N1, N3
   */
  requireApplicable(): void {
    if (this.source === 'SERVICE_ADHOC')
      throw badInput(`Coupon ${this.id} was made for one subscription; create a coupon to give it to others`);
    if (this.status === 'ACTIVE') return;
    throw new DomainError('ArchivedCouponCantBeApplied', `Coupon ${this.id} is archived; use another one`);
  }
}
