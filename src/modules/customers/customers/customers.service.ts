import { customerBuckets } from '#libs/business/values/customer-buckets';
import { one, page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '#libs/business/values/currency';
import { heldFrom, type HeldCoupon } from '#libs/business/values/held-coupon';
import { turnMemory } from '#libs/context/remembered';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { Change, Extensions, Question } from '#libs/messaging/extensions';
import { CouponsService } from '#modules/catalog/coupons';
import { CustomerResourcesRepository, type ResourceKey } from './customer-resources.repository';
import type {
  CreateCustomerBody,
  ListCustomerResourcesQuery,
  ListCustomersQuery,
  UpdateCustomerBody,
} from './customers.inputs';
import { CustomerLinks } from './customer-links.service';
import { CustomersRepository } from './customers.repository';
import { Customer, CustomerResource, toldAsCustomer } from './customers.views';
import { Customer as StoredCustomer, type CustomerChanges } from './domain/customer';

/** May this customer be archived? Asked before it is (customers-subscriptions U7). */
export const customerArchival = new Question<{ customer: StoredCustomer }>('customer.archive');

/** A customer was archived: its subscriptions end with it, in the same transaction (customers-subscriptions U7). */
export const customerArchived = new Change<{ customer: StoredCustomer }>('customer.archived');

/** A customer is back, without what ended with it. */
export const customerUnarchived = new Change<{ customer: StoredCustomer }>('customer.unarchived');

/** A customer was made: what it starts with by itself is provisioned, in the same transaction (customers-subscriptions U4). */
export const customerCreated = new Change<{ customer: StoredCustomer }>('customer.created');

/** It is about to change: what time has brought about for it until now is a matter of what it was. Domain: customers-subscriptions N4, Z1 */
export const customerChanging = new Change<{ customer: StoredCustomer }>('customer.changing');

/** May this customer be billed in another currency from now on? Asked before the change (customers-subscriptions U6). */
export const billingCurrencyChange = new Question<{ customer: StoredCustomer }>('customer.change-currency');

/** May this customer go without an e-mail address from now on? Asked before it is cleared (customers-subscriptions U2). */
export const emailClearing = new Question<{ customer: StoredCustomer }>('customer.clear-email');

const unbuilt = {
  defaultPaymentMethod: 'taking one over unseen (POST /customers/{id}/payment-method attaches one)',
};

const unbuiltOf = {
  stripe: {
    invoiceCustomFields: 'custom fields on the invoices of a billing provider',
    paymentMethodId: 'taking one over unseen (POST /customers/{id}/payment-method attaches one)',
  },
  zuora: {
    currency: 'billing by a billing provider',
    paymentMethodId: 'taking one over unseen (POST /customers/{id}/payment-method attaches one)',
  },
};

/** @throws UnsupportedParameter for what asks for something that is not built */
function changesIn(body: UpdateCustomerBody): CustomerChanges {
  refuseUnbuilt(body, unbuilt);
  const { name, email, billingCurrency, billingId, language, timezone, metadata } = body;
  const { billingAddress, taxIds, passthrough } = body;
  for (const provider of ['stripe', 'zuora'] as const) {
    refuseUnbuilt(passthrough?.[provider] ?? {}, unbuiltOf[provider], `passthrough.${provider}.`);
  }
  return {
    ...{ name, email, billingCurrency, billingId, language, timezone, metadata },
    ...{ billingAddress, taxIds, passthrough },
  };
}

/** @throws what who objects to another currency says. Domain: customers-subscriptions U6 */
export async function mayBeBilledIn(
  currency: CurrencyCode | null | undefined,
  customer: StoredCustomer,
  extensions: Extensions,
): Promise<void> {
  if (currency === undefined || currency === customer.billingCurrency) return;
  await extensions.ask(billingCurrencyChange, { customer });
}

/** Those that a turn of several subjects has locked, or left to others who hold them: none of its subjects changes a customer. */
const held = (): Map<string, StoredCustomer | undefined> | undefined => turnMemory('customers');

@Injectable()
export class CustomersService {
  private readonly changes: Changes<StoredCustomer, Customer>;

  constructor(
    private readonly customers: CustomersRepository,
    private readonly resources: CustomerResourcesRepository,
    private readonly coupons: CouponsService,
    private readonly links: CustomerLinks,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(customers, toldAsCustomer);
  }

  /**
   * @throws DuplicatedEntityNotAllowed, CouponNotFound, ArchivedCouponCantBeApplied, InvalidAddressError, InvalidMetadataError, InvalidTaxId,
   *   IntegrationNotFound, UnsupportedVendorIdentifier, DuplicateIntegrationNotAllowed (customers-subscriptions U9), UnsupportedParameter
   */
  @UseCase('createCustomer', {
    needs: 'customers:write',
    answers: one(Customer),
    summary: 'Create a customer.',
    touches: ({ id }: CreateCustomerBody) => customerBuckets(id),
  })
  async create(body: CreateCustomerBody): Promise<Customer> {
    const changes = changesIn(body);
    const coupon = body.couponId ? await this.couponOf(body.couponId) : null;
    const customer = StoredCustomer.create({ id: body.id, ...changes, coupon }, this.clock.now());
    if (body.integrations !== undefined) await this.links.give(customer, body.integrations ?? []);
    const view = await this.changes.create(customer);
    await this.extensions.announce(customerCreated, { customer });
    return view;
  }

  /** @throws CustomerNotFound */
  @UseCase('getCustomer', { needs: 'customers:read', answers: one(Customer), summary: 'Get a customer.' })
  async get(id: string): Promise<Customer> {
    return this.changes.get(id);
  }

  /** Archived ones only when they are asked for. Domain: customers-subscriptions U5 */
  @UseCase('listCustomers', {
    needs: 'customers:read',
    answers: page(Customer),
    summary: 'List customers, newest first.',
  })
  async list(query: ListCustomersQuery): Promise<Page<Customer>> {
    const { email, name, createdAt, status = ['ACTIVE'] } = query;
    const page = await this.customers.list(pageRequestOf(query), { email, name, createdAt, status });
    return mapPage(page, Customer.from);
  }

  /**
   * @throws CustomerNotFound, EntityIsArchivedError, IntegrityViolation (customers-subscriptions U6), CouponNotFound, ArchivedCouponCantBeApplied,
   *   CustomerAlreadyHaveCustomerCoupon, CustomerHasNoEmailAddress (customers-subscriptions U2), InvalidAddressError, InvalidMetadataError,
   *   InvalidTaxId, UnsupportedParameter; IntegrationNotFound, UnsupportedVendorIdentifier, DuplicateIntegrationNotAllowed,
   *   CannotChangeBillingIntegration (customers-subscriptions U9)
   */
  @UseCase('updateCustomer', {
    needs: 'customers:write',
    answers: one(Customer),
    summary: 'Change a customer.',
    touches: customerBuckets,
  })
  async update(id: string, body: UpdateCustomerBody): Promise<Customer> {
    // Who is about to pay holds it, so whoever takes its address away waits for that.
    const locked = body.email === null ? await this.customers.lockAloneOrThrow(id) : id;
    return this.changes.apply(locked, 'updated', async (customer) => {
      customer.requireLive();
      await this.extensions.announce(customerChanging, { customer });
      const changes = changesIn(body);
      await mayBeBilledIn(changes.billingCurrency, customer, this.extensions);
      if (changes.email === null && customer.email) await this.extensions.ask(emailClearing, { customer });
      await this.changeCoupon(customer, body.couponId);
      if (body.integrations !== undefined) await this.links.give(customer, body.integrations ?? []);
      customer.change(changes);
    });
  }

  /**
   * The event types know no archiving; an archived customer is what receivers call deleted (access-and-events W6).
   * @throws CustomerNotFound, EntityIsArchivedError when it is archived already, IntegrityViolation while it pays for others
   *   (customers-subscriptions U7)
   */
  @UseCase('archiveCustomer', {
    needs: 'customers:write',
    answers: one(Customer),
    summary: 'Archive a customer; its live subscriptions are canceled.',
    touches: customerBuckets,
  })
  async archive(id: string): Promise<Customer> {
    return this.changes.apply(
      await this.customers.lockAloneOrThrow(id),
      'deleted',
      async (customer) => {
        customer.requireLive();
        await this.extensions.ask(customerArchival, { customer });
        customer.archive(this.clock.now());
      },
      (customer) => this.extensions.announce(customerArchived, { customer }),
    );
  }

  /** What ended when it was archived stays ended. @throws CustomerNotFound, BadUserInput when it is not archived */
  @UseCase('unarchiveCustomer', {
    needs: 'customers:write',
    answers: one(Customer),
    summary: 'Bring an archived customer back, without its subscriptions.',
    touches: customerBuckets,
  })
  async unarchive(id: string): Promise<Customer> {
    return this.changes.apply(
      id,
      'updated',
      (customer) => customer.unarchive(),
      (customer) => this.extensions.announce(customerUnarchived, { customer }),
    );
  }

  /** An archived customer's too. @throws CustomerNotFound, BadUserInput. Domain: customers-subscriptions U10 */
  @UseCase('listCustomerResources', {
    needs: 'customers:read',
    answers: page(CustomerResource),
    summary: 'List the resources of a customer, newest first.',
  })
  async listResources(id: string, query: ListCustomerResourcesQuery): Promise<Page<CustomerResource>> {
    const { uid } = await this.customers.getOrThrow(id);
    return mapPage(await this.resources.list(uid, pageRequestOf(query)), CustomerResource.from);
  }

  /** The one that it holds already changes nothing, whatever became of it. Domain: customers-subscriptions U1, N1, N2 */
  private async changeCoupon(customer: StoredCustomer, couponId: string | null | undefined): Promise<void> {
    if (couponId === undefined || (couponId !== null && couponId === customer.coupon?.id)) return;
    if (couponId === null || couponId === '') return customer.clearCoupon();
    customer.giveCoupon(await this.couponOf(couponId));
  }

  private async couponOf(id: string): Promise<HeldCoupon> {
    return heldFrom(await this.coupons.usable(id), this.clock.now());
  }

  /** @throws CustomerNotFound */
  @Within()
  async getOrThrow(id: string): Promise<StoredCustomer> {
    return held()?.get(id) ?? this.customers.getOrThrow(id);
  }

  /** Until the end of the unit of work. @throws CustomerNotFound, ObjectAlreadyBeingUsedByAnotherRequestError */
  @Within()
  async lockOrThrow(id: string): Promise<StoredCustomer> {
    return held()?.get(id) ?? this.customers.lockOrThrow(id);
  }

  /** By their ids, but those whom somebody else holds, and whom there are not. In a turn of several subjects they are known from then on. */
  @Within()
  async lockUnlessHeld(ids: readonly string[]): Promise<Map<string, StoredCustomer | undefined>> {
    const known = held();
    if (known && ids.every((id) => known.has(id))) return known;
    const locked: Map<string, StoredCustomer | undefined> = await this.customers.lockUnlessHeld(ids);
    for (const id of ids) known?.set(id, locked.get(id));
    return locked;
  }

  /** Until the end of the unit of work nobody archives it; others may hold and change it. @throws CustomerNotFound */
  @Within()
  holdOrThrow(id: string): Promise<StoredCustomer> {
    return this.customers.holdOrThrow(id);
  }

  /** Unknown ids are left out. */
  @Within()
  findMany(ids: readonly string[]): Promise<Map<string, StoredCustomer>> {
    return this.customers.findMany(ids);
  }

  /** Made where it was unknown: the first provision or report that names it makes it known. Domain: customers-subscriptions U10 */
  @Within()
  ensureResource(customer: StoredCustomer, resourceId: string): Promise<ResourceKey> {
    return this.resources.ensure(customer.uid, resourceId, this.clock.now());
  }

  @Within()
  findResource(customerUid: string, resourceId: string): Promise<ResourceKey | undefined> {
    return this.resources.find(customerUid, resourceId);
  }
}
