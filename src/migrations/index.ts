import { ExpandIdentity1764000000000 } from './1764000000000-expand-identity';
import { ExpandCatalog1764000001000 } from './1764000001000-expand-catalog';
import { ExpandSubscriptions1764000002000 } from './1764000002000-expand-subscriptions';

/** In the order of their instants. */
export const migrations = [
  ExpandIdentity1764000000000,
  ExpandCatalog1764000001000,
  ExpandSubscriptions1764000002000,
];
