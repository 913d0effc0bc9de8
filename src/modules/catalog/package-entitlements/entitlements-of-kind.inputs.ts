import type { ShapeClass } from '#libs/shape/property-spec';
import type { OrderEntitlementsBody } from './entitlement-order.inputs';
import type { CreateEntitlementsBody } from './package-entitlements.inputs';
import type { SetFeatureGroupBody } from './package-feature-groups.inputs';

/** What the doors to the entitlements of a kind say differently. */
export interface EntitlementDoors {
  /** Path parameter and argument: `planId`. */
  owner: string;
  /** Of the owner under whom entitlements are created, where the contract states one. */
  pattern?: RegExp;
  create: ShapeClass<CreateEntitlementsBody>;
  order: ShapeClass<OrderEntitlementsBody>;
}

/** What the doors to the feature groups of a kind say differently. */
export interface FeatureGroupDoors {
  /** Path parameter and argument: `planId`. */
  owner: string;
  set: ShapeClass<SetFeatureGroupBody>;
}
