import type { EntitySchema } from 'typeorm';
import { kernelMappings } from '#libs/persistence/stored-records';
import { activityEntryMapping } from './modules/activity/activity-entry.mapping';
import { chargeMapping } from './modules/charges/charge.mapping';
import {
  billingDetailsMapping,
  articleMapping,
  lineItemMapping,
} from './modules/contract-billing/contract-billing.mapping';
import { contractMapping } from './modules/contracts/contract.mapping';
import { couponMapping } from './modules/coupons/coupon.mapping';
import { customCurrencyMapping } from './modules/custom-currencies/custom-currency.mapping';
import { customerResourceMapping } from './modules/customers/customer-resource.mapping';
import { customerMapping } from './modules/customers/customer.mapping';
import { entitlementSnapshotMapping } from './modules/entitlements/entitlements.mapping';
import {
  featureGroupMapping,
  featureGroupMemberMapping,
} from './modules/feature-groups/feature-group.mapping';
import { featureMapping } from './modules/features/feature.mapping';
import {
  accountMapping,
  apiKeyMapping,
  environmentMapping,
  memberEnvironmentMapping,
  memberMapping,
} from './modules/identity/identity.mapping';
import { creditNoteMapping, documentSeriesMapping } from './modules/invoices/credit-note.mapping';
import { invoiceLineMapping, invoiceMapping, invoicePdfMapping } from './modules/invoices/invoice.mapping';
import { legalEntityMapping } from './modules/legal-entities/legal-entity.mapping';
import { paymentAccountMapping } from './modules/legal-entities/payment-account.mapping';
import {
  usageCounterMapping,
  usageMeasurementMapping,
  usageWindowMapping,
} from './modules/metering/metering.mapping';
import { packageGroupMapping } from './modules/package-groups/package-group.mapping';
import { entitlementTagMapping } from './modules/packages/entitlement-tag.mapping';
import { packageEntitlementMapping } from './modules/packages/package-entitlement.mapping';
import { packageMapping, packageVersionMapping } from './modules/packages/package.mapping';
import { autoCancellationRuleMapping } from './modules/products/auto-cancellation-rule.mapping';
import { productMapping } from './modules/products/product.mapping';
import { promotionCodeMapping } from './modules/promotion-codes/promotion-code.mapping';
import {
  subscriptionMapping,
  subscriptionPackageMapping,
} from './modules/subscriptions/subscription.mapping';
import { taskMapping, taskResultMapping } from './modules/tasks/task.mapping';

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
  articleMapping,
  billingDetailsMapping,
  lineItemMapping,
  subscriptionMapping,
  subscriptionPackageMapping,
] as EntitySchema[];
