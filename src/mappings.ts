import type { EntitySchema } from 'typeorm';
import { kernelMappings } from '#libs/persistence/stored-records';
import { featureMapping } from './modules/features/feature.mapping';
import {
  accountMapping,
  apiKeyMapping,
  environmentMapping,
  memberEnvironmentMapping,
  memberMapping,
} from './modules/identity/identity.mapping';
import { productMapping } from './modules/products/product.mapping';

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
] as EntitySchema[];
