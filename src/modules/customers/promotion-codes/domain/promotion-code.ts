import type { ExactPrice } from '#libs/business/values/flat-price';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';

export type PromotionCodeStatus = 'ACTIVE' | 'ARCHIVED';

/** An object of a lower module: the key that rows refer by, and the id that it is told by. */
interface Reference {
  uid: string;
  id: string;
}

/** Who may redeem it, when and how often. Each is null, or false, where it limits nothing. */
interface Limits {
  expiresAt: Date | null;
  maxRedemptions: number | null;
  minimumAmount: ExactPrice | null;
  firstPurchaseOnly: boolean;
}

interface NewPromotionCode extends Limits {
  id: string;
  coupon: Reference;
  customer: Reference | null;
  metadata: Metadata;
}

export interface PromotionCodeChanges extends Partial<Limits> {
  metadata?: MetadataPatch | null;
}

/** Customers type a code in whatever case they like, so that letter case tells no two codes apart. Choice: ours */
export const spellingKeyOf = (id: string): string => id.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** What customers type to get a coupon. Domain: customers-subscriptions N6 */
export class PromotionCode extends AddressedEntity implements Limits {
  /** As it was written at first. */
  id: string;
  /** The same for every spelling of it; unique in the environment. */
  spellingKey: string;
  couponUid: string;
  couponId: string;
  /** The one who may redeem it; null for everybody. */
  customerUid: string | null;
  customerId: string | null;
  status: PromotionCodeStatus;
  /** Not redeemable from this instant on. */
  expiresAt: Date | null;
  maxRedemptions: number | null;
  timesRedeemed: number;
  minimumAmount: ExactPrice | null;
  firstPurchaseOnly: boolean;
  metadata: Metadata;

  /** @throws BadUserInput for an end that is over */
  static create({ coupon, customer, ...given }: NewPromotionCode, now: Date): PromotionCode {
    requireFutureEnd(given.expiresAt, now);
    const bound = {
      couponUid: coupon.uid,
      couponId: coupon.id,
      customerUid: customer?.uid ?? null,
      customerId: customer?.id ?? null,
    };
    const fresh = { spellingKey: spellingKeyOf(given.id), status: 'ACTIVE' as const, timesRedeemed: 0 };
    return PromotionCode.instantiate<PromotionCode>(PromotionCode, { ...given, ...bound, ...fresh }, now);
  }

  /** @throws EntityIsArchivedError, BadUserInput, InvalidMetadataError */
  change({ metadata, ...limits }: PromotionCodeChanges, now: Date): void {
    this.requireLive();
    requireFutureEnd(limits.expiresAt, now);
    this.requireRoomFor(limits.maxRedemptions);
    Object.assign(this, withoutAbsent(limits));
    this.metadata = patchMetadata(this.metadata, metadata);
  }

  /** For good. @throws EntityIsArchivedError when it is archived already */
  archive(): void {
    this.requireLive();
    this.status = 'ARCHIVED';
  }

  isOver(now: Date): boolean {
    return this.status === 'ARCHIVED' || (this.expiresAt !== null && this.expiresAt <= now);
  }

  isUsedUp(): boolean {
    return this.maxRedemptions !== null && this.timesRedeemed >= this.maxRedemptions;
  }

  countRedemption(): void {
    this.timesRedeemed += 1;
  }

  /** The payment failed, so that nothing was redeemed. Domain: customers-subscriptions N6 */
  giveBackRedemption(): void {
    this.timesRedeemed = Math.max(0, this.timesRedeemed - 1);
  }

  private requireLive(): void {
    if (this.status === 'ACTIVE') return;
    throw new DomainError('EntityIsArchivedError', `Promotion code ${this.id} is archived; create another`);
  }

  private requireRoomFor(maxRedemptions: number | null | undefined): void {
    if (maxRedemptions === null || maxRedemptions === undefined) return;
    if (maxRedemptions >= this.timesRedeemed) return;
    throw badInput(
      `maxRedemptions must be at least ${this.timesRedeemed}, as often as it was redeemed; archive the code to end it`,
    );
  }
}

function requireFutureEnd(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) throw badInput('expiresAt must lie in the future');
}
