import {
  instant,
  integer,
  jsonb,
  addressedMapping,
  tenantMapping,
  text,
  uuid,
} from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { Subscription } from './domain/subscription';
import { SubscriptionPackage } from './domain/subscription-package';

/** The last release ends subscriptions and leaves this instant where it was: for what has ended it says nothing. ADR-0068 */
const isDueSometime = 'due_at IS NOT NULL AND canceled_at IS NULL';

export const subscriptionMapping = addressedMapping(Subscription, 'subscription', {
  columns: {
    id: text(),
    customerUid: uuid(),
    customerId: text(),
    payingCustomerUid: uuid(true),
    payingCustomerId: text(true),
    resourceKey: text(),
    resourceId: text(true),
    productUid: uuid(),
    planUid: uuid(),
    planId: text(),
    pricingType: text(),
    startDate: instant(),
    usageAnchor: instant(),
    overrides: jsonb(),
    purchase: jsonb(true),
    billingCycleAnchor: instant(true),
    billingId: text(true),
    salesforceId: text(true),
    // Amounts are texts in it, so that nothing reads them as floats.
    billing: jsonb(true),
    billedUntil: instant(true),
    // Its limit is a text in it, so that nothing reads it as a float.
    budget: jsonb(true),
    metadata: jsonb(),
    trialEndsAt: instant(true),
    trialEndBehavior: text(true),
    endsSoonAt: instant(true),
    cancellationDate: instant(true),
    cancellationDecidedAt: instant(true),
    cancellationAction: text(true),
    accessRevokedAt: instant(true),
    endDate: instant(true),
    canceledAt: instant(true),
    cancelReason: text(true),
    pendingUntil: instant(true),
    // What the last release makes runs at once, and holds the place.
    slot: { ...text(true), default: 'PLAN' },
    dueAt: instant(true),
    updates: jsonb(true),
    coupons: jsonb(true),
    contractUid: uuid(true),
    contractId: text(true),
  },
  uniques: [{ name: 'uq_subscription_id', columns: ['id'] }],
  searched: ['id'],
  indices: [
    // One trial and one other live subscription per customer, resource and product. Domain: customers-subscriptions V4
    {
      name: 'uq_subscription_place',
      columns: ['customerUid', 'resourceKey', 'productUid', 'slot'],
      unique: true,
      where: 'canceled_at IS NULL AND slot IS NOT NULL',
    },
    // Also what waits for its start, which holds no place yet.
    { name: 'ix_subscription_of_customer', columns: ['customerUid', 'resourceKey', 'productUid'] },
    { name: 'ix_subscription_due_here', columns: ['dueAt', 'uid'], where: isDueSometime },
    { name: 'ix_subscription_due_of_customer', columns: ['customerUid', 'dueAt'], where: isDueSometime },
    // One subscription per product on a contract. Domain: contracts-billing C3
    {
      name: 'uq_subscription_contract_product',
      columns: ['contractUid', 'productUid'],
      unique: true,
      where: 'contract_uid IS NOT NULL',
    },
    { name: 'ix_subscription_customer', columns: ['customerId', 'uid'] },
    {
      name: 'ix_subscription_paying_customer',
      columns: ['payingCustomerUid', 'uid'],
      where: 'paying_customer_uid IS NOT NULL',
    },
    { name: 'ix_subscription_plan', columns: ['planId', 'uid'] },
    { name: 'ix_subscription_resource', columns: ['resourceId', 'uid'] },
    { name: 'ix_subscription_product', columns: ['productUid', 'uid'] },
  ],
  references: [
    { name: 'fk_subscription_customer', property: 'customerUid', target: () => 'Customer' },
    { name: 'fk_subscription_paying_customer', property: 'payingCustomerUid', target: () => 'Customer' },
    { name: 'fk_subscription_product', property: 'productUid', target: () => 'Product' },
    { name: 'fk_subscription_plan', property: 'planUid', target: () => 'Package' },
    { name: 'fk_subscription_contract', property: 'contractUid', target: () => 'Contract' },
  ],
});
// Who carries out what time brings about looks for what is due in all environments at once, and finds in the index all that it asks.
subscriptionMapping.options.indices?.push({
  name: 'ix_subscription_due_in_order',
  columns: ['dueAt', 'uid', 'environmentId', 'customerId'],
  where: isDueSometime,
});

export const subscriptionPackageMapping = tenantMapping(SubscriptionPackage, 'subscription_package', {
  columns: {
    subscriptionUid: uuid(),
    packageUid: uuid(),
    packageId: text(),
    versionUid: uuid(),
    role: text(),
    position: integer(),
    quantity: integer(),
    joinedAt: instant(),
  },
  uniques: [{ name: 'uq_subscription_package', columns: ['subscriptionUid', 'packageUid'] }],
  indices: [
    { name: 'ix_subscription_package_version', columns: ['versionUid'] },
    { name: 'ix_subscription_package_holder', columns: ['packageUid', 'subscriptionUid'] },
  ],
  references: [
    {
      name: 'fk_subscription_package_subscription',
      property: 'subscriptionUid',
      target: () => 'Subscription',
    },
    { name: 'fk_subscription_package_version', property: 'versionUid', target: () => 'PackageVersion' },
  ],
});

whenViolated(
  'uq_subscription_id',
  'DuplicatedEntityNotAllowed',
  'A subscription with this id exists already',
);

whenViolated(
  'uq_subscription_contract_product',
  'DuplicatedEntityNotAllowed',
  'The contract holds a subscription of this product already; detach that one first',
);
