import type { CurrencyCode } from '#libs/business/values/currency';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import { postalAddressOf, type AskedAddress, type PostalAddress } from '#libs/business/values/postal-address';
import type { TaxId } from '#libs/business/values/tax-id';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { billingDetailsOf, type BillingDetails } from './billing-details';
import { collectingVendor } from '#modules/customers/integrations';
import {
  isChangedThere,
  linkOf,
  linksWith,
  type IntegrationLink,
  type IntegrationLinks,
} from './integration-links';
import type { KeptPaymentMethod } from './payment-method';
import { patchPassthrough, takeTaxIds, type Passthrough, type PassthroughChanges } from './passthrough';

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

/** What it says of its bills; whom they are made out to: `billingDetails`. */
interface Billing {
  billingAddress: PostalAddress | null;
  /** Never empty. */
  taxIds: TaxId[] | null;
  passthrough: Passthrough | null;
}

export interface CustomerChanges extends Partial<CustomerDetails> {
  billingAddress?: AskedAddress | null;
  taxIds?: TaxId[] | null;
  passthrough?: PassthroughChanges | null;
  metadata?: MetadataPatch;
}

type NewCustomer = CustomerChanges & { id: string; coupon?: HeldCoupon | null };

/** What a row of an import says of a customer. Domain: customers-subscriptions U11 */
export interface CustomerRow {
  id: string;
  email: string | null;
  name: string | null;
  billingId?: string;
  metadata?: Metadata;
  /** How old it is, by the clock of whoever exported it. */
  updatedAt?: Date;
  /** Who it is elsewhere, where the row says so; what it is linked to besides stays. Domain: customers-subscriptions U9 */
  links?: readonly IntegrationLink[];
  /** As its provider has answered, which knows the customer by one of the links. Domain: customers-subscriptions U8 */
  paymentMethod?: KeptPaymentMethod;
}

const nothing = {
  ...{ name: null, email: null, billingCurrency: null, billingId: null, language: null, timezone: null },
  ...{
    billingAddress: null,
    taxIds: null,
    passthrough: null,
    integrations: null,
    paymentMethod: null,
    archivedAt: null,
    importedAsOf: null,
  },
} as const;

/** A company or person that the vendor sells to. E-mail is optional and not unique. Domain: customers-subscriptions U2 */
export class Customer extends AddressedEntity implements CustomerDetails, Billing {
  id: string;
  name: string | null;
  email: string | null;
  billingCurrency: CurrencyCode | null;
  billingId: string | null;
  language: string | null;
  timezone: string | null;
  billingAddress: PostalAddress | null;
  taxIds: TaxId[] | null;
  passthrough: Passthrough | null;
  metadata: Metadata;
  /** Taken off the bills of its subscriptions that hold none of their own. Domain: customers-subscriptions N2 */
  coupon: HeldCoupon | null;
  /** Domain: customers-subscriptions U9 */
  integrations: IntegrationLinks;
  /** Domain: customers-subscriptions U8 */
  paymentMethod: KeptPaymentMethod | null;
  archivedAt: Date | null;
  /** How new the newest row is that an import brought of it; null where none said. Domain: customers-subscriptions U11 */
  importedAsOf: Date | null;

  /** @throws InvalidAddressError, InvalidTaxId, InvalidMetadataError */
  static create({ id, coupon = null, ...details }: NewCustomer, now: Date): Customer {
    const customer = Customer.instantiate<Customer>(Customer, { id, ...nothing, coupon, metadata: {} }, now);
    customer.change(details);
    return customer;
  }

  /** The address and the tax ids are replaced as a whole. @throws EntityIsArchivedError, InvalidAddressError, InvalidTaxId, InvalidMetadataError */
  change({ billingAddress, taxIds, passthrough, metadata, ...rest }: CustomerChanges): void {
    this.requireLive();
    const billing = this.billingAfter({ billingAddress, taxIds, passthrough });
    const merged = patchMetadata(this.metadata, metadata);
    Object.assign(this, withoutAbsent(rest), billing, { metadata: merged });
  }

  /** @throws EntityIsArchivedError. Domain: customers-subscriptions U9 */
  linkTo(integrations: IntegrationLinks): void {
    this.requireLive();
    // The method was that of who it is no more.
    if (isChangedThere(collectingVendor, this.integrations, integrations)) this.paymentMethod = null;
    this.integrations = integrations;
  }

  /** Who it is to an integration; null where that is not known. Domain: customers-subscriptions U9 */
  refAt(integrationId: string): string | null {
    return linkOf(this.integrations, integrationId)?.syncedEntityId ?? null;
  }

  /** By what it can be charged; null where it has no method, or is not known to who would collect. Domain: customers-subscriptions U8 */
  get chargedBy(): { method: KeptPaymentMethod; customerRef: string } | null {
    const { paymentMethod: method } = this;
    const customerRef = method && this.refAt(method.integrationId);
    return method && customerRef ? { method, customerRef } : null;
  }

  /** From now on, by what the provider knows it by. @throws EntityIsArchivedError. Domain: customers-subscriptions U8 */
  payBy(method: KeptPaymentMethod): void {
    this.requireLive();
    this.paymentMethod = method;
  }

  /** Does it pay by this one already, as who it is there? Domain: customers-subscriptions U8 */
  paysBy({ integrationId, ref }: Pick<KeptPaymentMethod, 'integrationId' | 'ref'>): boolean {
    return this.paymentMethod?.integrationId === integrationId && this.paymentMethod.ref === ref;
  }

  /** @throws PaymentMethodNotFoundError where there is none. Domain: customers-subscriptions U8 */
  forgetPaymentMethod(): KeptPaymentMethod {
    const { paymentMethod: forgotten } = this;
    if (!forgotten)
      throw new DomainError('PaymentMethodNotFoundError', `Customer ${this.id} has no payment method`);
    this.paymentMethod = null;
    return forgotten;
  }

  /** Has an import brought as new a row of it before? Domain: customers-subscriptions U11 */
  knowsAsNew({ updatedAt }: CustomerRow): boolean {
    return updatedAt !== undefined && this.importedAsOf !== null && updatedAt <= this.importedAsOf;
  }

  /** @throws EntityIsArchivedError, InvalidMetadataError */
  takeRow({ id: _, updatedAt, links = [], paymentMethod, ...said }: CustomerRow): void {
    this.change(said);
    this.linkTo(linksWith(this.integrations, links));
    if (paymentMethod) this.payBy(paymentMethod);
    this.importedAsOf = updatedAt ?? this.importedAsOf;
  }

  /** Whom its bills are made out to. Domain: customers-subscriptions U12 */
  billingDetails(): BillingDetails {
    return billingDetailsOf(this);
  }

  private billingAfter({ billingAddress, taxIds, passthrough }: CustomerChanges): Partial<Billing> {
    return withoutAbsent({
      billingAddress: billingAddress && postalAddressOf(billingAddress, 'billingAddress'),
      taxIds: taxIds && takeTaxIds(taxIds, 'taxIds'),
      passthrough: passthrough === undefined ? undefined : patchPassthrough(this.passthrough, passthrough),
    });
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
