/**
 * The map of libs: its folders in the order of their ranks, first those that know nothing of the business, then those that do. A folder
 * imports only folders of a lower rank, so that none of the first section knows one of the second.
 * .dependency-cruiser.cjs makes its rules from this list, test/arch/house.spec.ts finds folders that are missing in it. ADR-0048
 */
module.exports = [
  {
    // What any service could stand on. The one list of published codes is here too, because every refusal names one of them.
    folder: 'libs',
    ranks: [
      // Pure values; how keys and tokens are written; work beside the event loop; where the service may connect to. None of them knows
      // the others.
      ['kernel', 'credentials', 'threads', 'outbound'],
      // What the process was told when it started, which checks the form of keys; who asks, and under which condition.
      ['config', 'context'],
      // Log and metrics: whatever can fail above tells them.
      ['telemetry'],
      // Three that stand beside each other: how things lie in the database, who may ask and how often, what comes in and goes out.
      ['persistence', 'security', 'shape'],
      // Events and work for later, in the transaction of persistence. What runs around an operation: permission, rate, transaction,
      // the answer that is told again.
      // What other processes changed, of what this one holds in memory.
      ['messaging', 'use-cases', 'changes'],
      // What is chained is proven by night, by the database and as the system.
      ['proofs'],
      // Long work is found and started as other work for later is. Doors serve use cases: guards, room, the answer to an error.
      ['tasks', 'doors'],
      // The two doors. Neither knows the other.
      ['http', 'graphql'],
    ],
  },
  {
    // What knows prices, documents, tax ids and the nouns of the wire contract.
    folder: 'libs/business',
    ranks: [
      // Pure values, as those of the kernel.
      ['values'],
      // What is computed from them, printed of them, and asked for in them.
      ['pricing', 'documents', 'shapes'],
      // Documents, written in a thread.
      ['rendering'],
    ],
  },
];
