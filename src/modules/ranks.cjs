/**
 * The map of the system: contexts in the order of their ranks, and within each its areas in the order of theirs. A module imports
 * only modules of a lower context, or of its own context and a lower rank, through their index.
 * .dependency-cruiser.cjs makes its rules from this list, test/arch/house.spec.ts finds modules that are missing in it. ADR-0043
 */
module.exports = [
  {
    // Who asks, what was done, what is still being done. No word of the business.
    context: 'platform',
    // What is told of background work; the work itself is asked for through libs/tasks.
    // What an environment has chosen names no rule: who reads a setting says what it means.
    ranks: [
      ['accounts', 'activity', 'environment-settings'],
      // Keys are those of an environment of an account; who is behind a credential follows from all of them.
      ['api-keys'],
      // In whose name publishable keys speak.
      ['customer-tokens'],
      ['identity'],
      ['environment-clocks', 'tasks'],
    ],
  },
  {
    // What is sold.
    context: 'catalog',
    ranks: [
      ['features', 'products', 'custom-currencies'],
      // Price rows of package versions: under the packages, whose drafts copy them and whose publication counts them. Sets of
      // features, which packages take whole.
      ['charges', 'feature-groups'],
      // The one life of plans and addons: what a package and its versions are, what they link to and entitle, what they cost,
      // and how they come to market and leave it.
      ['package-versions'],
      ['package-structure'],
      ['package-entitlements'],
      ['package-prices'],
      ['packages'],
      // Doors to that life, plus what differs.
      ['plans', 'addons', 'coupons', 'package-groups'],
    ],
  },
  {
    // Who buys.
    context: 'customers',
    // Customers are linked to what the environment is connected with. Promotion codes stand on coupons, and some are for one customer.
    ranks: [['integrations'], ['customers'], ['promotion-codes']],
  },
  {
    // What a customer may do now, and what was used.
    context: 'entitlements',
    ranks: [
      // Counters lie under the entitlements, because a check reads them.
      ['metering'],
      // What raw events become, in the windows that metering knows.
      ['meters'],
      // What sources grant, and what was known of it before: under the entitlements, which answer from both.
      ['source-history'],
      // Balances too are read by checks. What subscriptions give of credits falls due with their sources.
      ['credits'],
      // Under what grants: subscriptions and promotions push the grants of each of their sources down in the same transaction,
      // so the owner of the snapshot need know none of them.
      ['entitlements'],
      // Whose budgets within a customer usage counts for: reports and events ask who is named before they are counted, and whoever counts asks
      // upwards for the budgets.
      ['governance'],
      // Usage is the use case of reporting: it asks entitlements before metering counts. Explanations tell why a check answers as it does,
      // the stream what list and check answer.
      ['promotional-entitlements', 'usage', 'explanations', 'change-stream'],
      // Events ask them all, and feed meters. Reports of credits tell ledgers over time, by the steps of usage.
      ['events', 'credit-reports'],
      // What usage would cost: asked like a report, or as an event.
      ['estimates'],
    ],
  },
  {
    // What is agreed, and what it costs.
    context: 'billing',
    ranks: [
      // Who issues invoices: no price and no customer is known to it.
      ['legal-entities'],
      // Invoices tell promotion codes who has paid before. They know a contract by its key only: contracts hand them what to bill.
      ['invoices'],
      // Who collects money knows the invoices that it is for, and nothing of what they bill.
      ['payments'],
      // They hand their invoices what to bill, as contracts do.
      ['subscriptions'],
      // What is sold of credits is paid as other things are; what they are lies under the entitlements.
      ['credit-grants'],
      // Who buys credits unasked says below what a wallet may not fall, buys at the prices of subscriptions, and as others buy.
      ['auto-recharge'],
      // Deals group subscriptions; what bills them stands above.
      ['contracts'],
      // Prices what was used when an invoice is finalized.
      ['contract-billing'],
    ],
  },
  {
    // What goes out or comes in whole.
    context: 'exchange',
    // What is searched is read from the tables of all contexts below.
    ranks: [['attention', 'catalog-as-code', 'bulk-import', 'data-export', 'figures', 'search', 'webhooks']],
  },
];
