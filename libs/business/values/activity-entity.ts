/** What an activity can be about. Domain: access-and-events W8 */
export const activityEntities = [
  'ADDON',
  // Ours, an addition.
  'API_KEY',
  // Ours, additions; so is CONTRACT.
  'CATALOG',
  'CONTRACT',
  'COUPON',
  'CREDIT',
  'CUSTOMER',
  'ENTITLEMENT',
  'FEATURE',
  'FEATURE_GROUP',
  'IMPORT',
  // Ours, additions; so is PAYMENT_ACCOUNT.
  'INVOICE',
  'LEGAL_ENTITY',
  'MEASUREMENT',
  'PACKAGE',
  'PACKAGE_GROUP',
  'PAYMENT_ACCOUNT',
  'PLAN',
  'PRODUCT',
  'PROMOTIONAL_ENTITLEMENT',
  // Ours, an addition.
  'PROMOTION_CODE',
  'SUBSCRIPTION',
] as const;
export type ActivityEntityName = (typeof activityEntities)[number];
