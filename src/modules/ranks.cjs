/**
 * The map of the system: a module imports only modules of a lower rank, through their index.
 * .dependency-cruiser.cjs makes its rules from this list, test/arch/house.spec.ts finds modules that are missing in it.
 */
module.exports = [
  ['identity'],
  ['features', 'products', 'custom-currencies'],
  // The one life of plans and addons: drafts, entitlements, charges, versions.
  ['packages'],
  // Doors to that life, plus what differs.
  ['plans', 'addons', 'coupons'],
  ['customers'],
  // Counters lie under the entitlements, because a check reads them.
  ['credits', 'metering'],
  // Under what grants: subscriptions and promotions push the grants of each of their sources down in the same
  // transaction, so the owner of the snapshot need know none of them.
  ['entitlements'],
  ['subscriptions', 'promotional-entitlements'],
  // Usage is the use case of reporting: it asks entitlements before metering counts.
  ['contracts', 'usage', 'bulk-import', 'integrations', 'data-export', 'webhooks'],
];
