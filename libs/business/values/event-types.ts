const verbs: Readonly<Record<string, string>> = {
  customer: 'created updated deleted payment_failed',
  payment_method: 'attached detached',
  subscription: 'created updated canceled creation_failed expired_non_recurring spend_limit_exceeded',
  billing: 'month_ends_soon',
  trial: 'started ends_soon converted expired',
  entitlements: 'updated',
  entitlement: 'usage_exceeded',
  promotional_entitlement: 'granted updated revoked ends_soon expired',
  credit_type: 'created updated archived unarchived',
  credit_grant: 'created updated depleted expired voided balance.low',
  credit_balance: 'low depleted',
  automatic_recharge: 'operation.attempted limit_exceeded configuration.changed',
  product: 'created updated deleted',
  plan: 'created updated_new_version_published deleted unarchived',
  addon: 'created updated_new_version_published deleted unarchived',
  feature: 'created updated deleted',
  feature_group: 'created updated archived unarchived',
  coupon: 'created updated archived',
  measurement: 'reported',
  third_party: 'sync_failed',
  contract: 'created updated archived billing_published',
  invoice: 'finalized paid canceled credited',
};

/** What events are about: the first word of their types. */
export const eventNouns: readonly string[] = Object.keys(verbs);

const published: ReadonlySet<string> = new Set(
  Object.entries(verbs).flatMap(([noun, list]) => list.split(' ').map((verb) => `${noun}.${verb}`)),
);

/** All of them, in the order of W6. */
export const eventTypes: readonly string[] = [...published];

/** Is this one of the events that receivers may subscribe to? Other changes stand in the activity log only. Domain: access-and-events W6 */
export const isEventType = (type: string): boolean => published.has(type);
