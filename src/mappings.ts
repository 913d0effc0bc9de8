import type { EntitySchema } from 'typeorm';
import { kernelMappings } from '#libs/persistence/stored-records';
import { activityEntryMapping } from './modules/platform/activity/activity-entry.mapping';
import { chargeMapping } from './modules/catalog/charges/charge.mapping';
import {
  billingDetailsMapping,
  billableItemMapping,
  lineItemMapping,
} from './modules/billing/contract-billing/contract-billing.mapping';
import { contractMapping } from './modules/billing/contracts/contract.mapping';
import { couponMapping } from './modules/catalog/coupons/coupon.mapping';
import { customCurrencyMapping } from './modules/catalog/custom-currencies/custom-currency.mapping';
import { customerResourceMapping } from './modules/customers/customers/customer-resource.mapping';
import { customerMapping } from './modules/customers/customers/customer.mapping';
import { entitlementSnapshotMapping } from './modules/entitlements/entitlements/entitlements.mapping';
import {
  featureGroupMapping,
  featureGroupMemberMapping,
} from './modules/catalog/feature-groups/feature-group.mapping';
import { featureMapping } from './modules/catalog/features/feature.mapping';
import {
  accountMapping,
  apiKeyMapping,
  environmentMapping,
  memberEnvironmentMapping,
  memberMapping,
} from './modules/platform/identity/identity.mapping';
import { creditNoteMapping, documentSeriesMapping } from './modules/billing/invoices/credit-note.mapping';
import {
  invoiceLineMapping,
  invoiceMapping,
  invoicePdfMapping,
} from './modules/billing/invoices/invoice.mapping';
import { legalEntityMapping } from './modules/billing/legal-entities/legal-entity.mapping';
import { paymentAccountMapping } from './modules/billing/legal-entities/payment-account.mapping';
import {
  usageCounterMapping,
  usageMeasurementMapping,
  usageWindowMapping,
} from './modules/entitlements/metering/metering.mapping';
import { packageGroupMapping } from './modules/catalog/package-groups/package-group.mapping';
import { entitlementTagMapping } from './modules/catalog/package-entitlements/entitlement-tag.mapping';
import { packageEntitlementMapping } from './modules/catalog/package-entitlements/package-entitlement.mapping';
import { packageMapping, packageVersionMapping } from './modules/catalog/package-versions/package.mapping';
import { autoCancellationRuleMapping } from './modules/catalog/products/auto-cancellation-rule.mapping';
import { productMapping } from './modules/catalog/products/product.mapping';
import { promotionCodeMapping } from './modules/customers/promotion-codes/promotion-code.mapping';
import {
  subscriptionMapping,
  subscriptionPackageMapping,
} from './modules/billing/subscriptions/subscription.mapping';
import { taskMapping, taskResultMapping } from './modules/platform/tasks/task.mapping';

/** Every mapped class, for the application, the command line and the drift test. */
export const mappings: EntitySchema[] = [
  ...kernelMappings,
  accountMapping,
  environmentMapping,
  memberMapping,
  memberEnvironmentMapping,
  apiKeyMapping,
  activityEntryMapping,
  legalEntityMapping,
  paymentAccountMapping,
  taskMapping,
  taskResultMapping,
  productMapping,
  autoCancellationRuleMapping,
  featureMapping,
  customCurrencyMapping,
  featureGroupMapping,
  featureGroupMemberMapping,
  packageMapping,
  packageVersionMapping,
  packageEntitlementMapping,
  entitlementTagMapping,
  couponMapping,
  chargeMapping,
  packageGroupMapping,
  customerMapping,
  customerResourceMapping,
  promotionCodeMapping,
  invoiceMapping,
  invoiceLineMapping,
  invoicePdfMapping,
  creditNoteMapping,
  documentSeriesMapping,
  usageCounterMapping,
  usageWindowMapping,
  usageMeasurementMapping,
  entitlementSnapshotMapping,
  contractMapping,
  billableItemMapping,
  billingDetailsMapping,
  lineItemMapping,
  subscriptionMapping,
  subscriptionPackageMapping,
] as EntitySchema[];
