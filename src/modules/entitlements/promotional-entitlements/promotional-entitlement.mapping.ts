import {
  bool,
  instant,
  integer,
  jsonb,
  safeInteger,
  tenantMapping,
  text,
  uuid,
} from '#libs/persistence/mapping';
import { PromotionalEntitlement } from './domain/promotional-entitlement';

export const promotionalEntitlementMapping = tenantMapping(
  PromotionalEntitlement,
  'promotional_entitlement',
  {
    columns: {
      customerUid: uuid(),
      customerId: text(),
      featureUid: uuid(),
      featureId: text(),
      usageLimit: safeInteger(true),
      hasUnlimitedUsage: bool(),
      hasSoftLimit: bool(),
      enumValues: jsonb(true),
      resetPeriod: text(true),
      accordingTo: text(true),
      isVisible: bool(),
      period: text(),
      startDate: instant(),
      endDate: instant(true),
      expiredAt: instant(true),
      endsSoonAt: instant(true),
      // With a default, so that the last release may still write rows beside this one.
      version: { ...integer(), default: 1 },
    },
    indices: [
      // One that runs per customer and feature; who grants notes the end of one that is over first. Domain: entitlements-usage M3
      {
        name: 'uq_promotional_entitlement_running',
        columns: ['customerUid', 'featureUid'],
        unique: true,
        where: 'expired_at IS NULL',
      },
      {
        name: 'ix_promotional_entitlement_due_here',
        columns: ['endDate', 'uid'],
        where: 'expired_at IS NULL AND end_date IS NOT NULL',
      },
      {
        name: 'ix_promotional_entitlement_soon_here',
        columns: ['endsSoonAt', 'uid'],
        where: 'expired_at IS NULL AND ends_soon_at IS NOT NULL',
      },
      { name: 'ix_promotional_entitlement_customer', columns: ['customerUid', 'uid'] },
      { name: 'ix_promotional_entitlement_feature', columns: ['featureUid'] },
    ],
    references: [
      { name: 'fk_promotional_entitlement_customer', property: 'customerUid', target: () => 'Customer' },
      { name: 'fk_promotional_entitlement_feature', property: 'featureUid', target: () => 'Feature' },
    ],
  },
);
// Who notes ends does so in all environments at once.
promotionalEntitlementMapping.options.indices?.push(
  {
    name: 'ix_promotional_entitlement_due',
    columns: ['endDate', 'uid'],
    where: 'expired_at IS NULL AND end_date IS NOT NULL',
  },
  {
    name: 'ix_promotional_entitlement_soon',
    columns: ['endsSoonAt', 'uid'],
    where: 'expired_at IS NULL AND ends_soon_at IS NOT NULL',
  },
);
