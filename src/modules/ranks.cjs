/**
 * The map of the system: a module imports only modules of a lower rank, through their index.
 * .dependency-cruiser.cjs makes its rules from this list, test/arch/house.spec.ts finds modules that are missing in it.
 */
module.exports = [
  // Who issues invoices: no price and no customer is known to it.
  ['identity', 'activity', 'legal-entities'],
  // What is told of background work; the work itself is asked for through libs/tasks.
  ['tasks', 'features', 'products', 'custom-currencies'],
  // Price rows of package versions: under the packages, whose drafts copy them and whose publication counts them. Sets of features,
  // which packages take whole.
  ['charges', 'feature-groups'],
  // The one life of plans and addons: drafts, entitlements, versions.
  ['packages'],
  // Doors to that life, plus what differs.
  ['plans', 'addons', 'coupons', 'package-groups'],
  ['customers'],
  // Promotion codes stand on coupons, and some are for one customer.
  // Counters lie under the entitlements, because a check reads them.
  ['promotion-codes', 'credits', 'metering'],
  // Invoices tell promotion codes who has paid before. They know a contract by its key only: contracts hand them what to bill.
  ['invoices'],
  // Under what grants: subscriptions and promotions push the grants of each of their sources down in the same
  // transaction, so the owner of the snapshot need know none of them.
  ['entitlements'],
  ['subscriptions', 'promotional-entitlements'],
  // Deals group subscriptions; what bills them stands above.
  ['contracts'],
  // Usage is the use case of reporting: it asks entitlements before metering counts.
  // Billing of contracts prices what was used when an invoice is finalized.
  ['contract-billing', 'usage', 'catalog', 'bulk-import', 'integrations', 'data-export', 'webhooks'],
];
