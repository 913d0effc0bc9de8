import type { EntitySchema } from 'typeorm';
import { kernelMappings } from '#libs/persistence/stored-records';
import { customCurrencyMapping } from './modules/custom-currencies/custom-currency.mapping';
import { customerResourceMapping } from './modules/customers/customer-resource.mapping';
import { customerMapping } from './modules/customers/customer.mapping';
import { entitlementSnapshotMapping } from './modules/entitlements/entitlements.mapping';
import { featureMapping } from './modules/features/feature.mapping';
import {
  accountMapping,
  apiKeyMapping,
  environmentMapping,
  memberEnvironmentMapping,
  memberMapping,
} from './modules/identity/identity.mapping';
import {
  usageCounterMapping,
  usageMeasurementMapping,
  usageWindowMapping,
} from './modules/metering/metering.mapping';
import { packageEntitlementMapping } from './modules/packages/package-entitlement.mapping';
import { packageMapping, packageVersionMapping } from './modules/packages/package.mapping';
import { productMapping } from './modules/products/product.mapping';
import {
  subscriptionMapping,
  subscriptionPackageMapping,
} from './modules/subscriptions/subscription.mapping';

/** Every mapped class, for the application, the command line and the drift test. */
export const mappings: EntitySchema[] = [
  ...kernelMappings,
  accountMapping,
  environmentMapping,
  memberMapping,
  memberEnvironmentMapping,
  apiKeyMapping,
  productMapping,
  featureMapping,
  customCurrencyMapping,
  packageMapping,
  packageVersionMapping,
  packageEntitlementMapping,
  customerMapping,
  customerResourceMapping,
  usageCounterMapping,
  usageWindowMapping,
  usageMeasurementMapping,
  entitlementSnapshotMapping,
  subscriptionMapping,
  subscriptionPackageMapping,
] as EntitySchema[];
