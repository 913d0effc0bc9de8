import type { CurrencyCode } from '#libs/business/values/currency';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import { AddressedEntity } from '#libs/kernel/addressed-entity';

/** What a list can ask for; the wire tells `archivedAt`. Domain: customers-subscriptions U5 */
export type CustomerStatus = 'ACTIVE' | 'ARCHIVED';

interface CustomerDetails {
  name: string | null;
  email: string | null;
  billingCurrency: CurrencyCode | null;
  /** The customer's id in the billing provider. */
  billingId: string | null;
  language: string | null;
  timezone: string | null;
}

interface NewCustomer extends CustomerDetails {
  id: string;
  metadata: Metadata;
  coupon: HeldCoupon | null;
}

export interface CustomerChanges extends Partial<CustomerDetails> {
  metadata?: MetadataPatch;
}

/** A company or person that the vendor sells to. E-mail is optional and not unique. Domain: customers-subscriptions U2 */
export class Customer extends AddressedEntity implements NewCustomer {
  id: string;
  name: string | null;
  email: string | null;
  billingCurrency: CurrencyCode | null;
  billingId: string | null;
  language: string | null;
  timezone: string | null;
  metadata: Metadata;
  /** Taken off the bills of its subscriptions that hold none of their own. Domain: customers-subscriptions N2 */
  coupon: HeldCoupon | null;
  archivedAt: Date | null;

  static create(given: NewCustomer, now: Date): Customer {
    return Customer.instantiate<Customer>(Customer, { ...given, archivedAt: null }, now);
  }

  /** @throws EntityIsArchivedError, InvalidMetadataError */
  change({ metadata, ...rest }: CustomerChanges): void {
    this.requireLive();
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
  }

  /** What it holds already it keeps, with its start. @throws CustomerAlreadyHaveCustomerCoupon. Domain: customers-subscriptions U1, N2 */
  giveCoupon(given: HeldCoupon): void {
    if (this.coupon)
      throw new DomainError(
        'CustomerAlreadyHaveCustomerCoupon',
        `couponId: customer ${this.id} has coupon ${this.coupon.id}; clear it with an empty couponId first`,
      );
    this.coupon = given;
  }

  clearCoupon(): void {
    this.coupon = null;
  }

  /** @throws EntityIsArchivedError when it is archived already. Domain: customers-subscriptions U7 */
  archive(now: Date): void {
    this.requireLive();
    this.archivedAt = now;
  }

  /** @throws BadUserInput when it is not archived. Choice: the mirror of archiving twice, which is refused too. */
  unarchive(): void {
    if (!this.archivedAt) throw badInput(`Customer ${this.id} is not archived`);
    this.archivedAt = null;
  }

  /** @throws EntityIsArchivedError: nothing new for an archived customer. Domain: customers-subscriptions U7 */
  requireLive(): void {
    if (!this.archivedAt) return;
    throw new DomainError('EntityIsArchivedError', `Customer ${this.id} is archived; unarchive it first`);
  }
}
