import { ownNamesFor } from '#libs/kernel/errors/own-nouns';

const published = [
  'ADDON',
  'COUPON',
  'CREDIT',
  'CUSTOMER',
  'ENTITLEMENT',
  'FEATURE',
  'FEATURE_GROUP',
  'IMPORT',
  'MEASUREMENT',
  'PACKAGE',
  'PACKAGE_GROUP',
  'PLAN',
  'PRODUCT',
  'PROMOTIONAL_ENTITLEMENT',
  'SUBSCRIPTION',
] as const;

/** What an activity can be about: what the published interface names, and our own. Domain: access-and-events W8 */
export const activityEntities = [...published, ...ownNamesFor('activity').map(([, name]) => name)].sort();
export type ActivityEntityName = (typeof activityEntities)[number];
