import { uidKey as key, type ExportModel, type ModelGroup } from './domain/export-model';

const instants = { created_at: 'timestamptz', updated_at: 'timestamptz' } as const;
const ofWallet = {
  customer_uid: 'uuid',
  customer_id: 'text',
  currency_uid: 'uuid',
  currency_id: 'text',
  resource_id: 'text',
} as const;

/**
 * The heads of the chains of ledgers: with each export, so that its ledger can be proven whole. Domain: credits D7
 * @reads credit_wallet of entitlements/credits
 */
export const ledgerHeads: ExportModel = {
  id: 'credit_ledger_heads',
  displayName: 'Wallets, and the heads of their ledgers',
  from: 'from credit_wallet t where t.environment_id = $1',
  key,
  columns: { ...ofWallet, seq: 'bigint', head: 'bytes', granted: 'numeric', used: 'numeric', ...instants },
};

/** @reads credit_grant of entitlements/credits */
const grants: ExportModel = {
  id: 'credit_grants',
  displayName: 'Credit grants',
  from: 'from credit_grant t where t.environment_id = $1',
  key,
  columns: {
    id: 'text',
    wallet_uid: 'uuid',
    ...ofWallet,
    grant_type: 'text',
    source_type: 'text',
    display_name: 'text',
    amount: 'numeric',
    consumed: 'numeric',
    cost_amount: 'numeric',
    cost_currency: 'text',
    priority: 'integer',
    effective_at: 'timestamptz',
    expire_at: 'timestamptz',
    closed_at: 'timestamptz',
    voided_at: 'timestamptz',
    granted_by: 'text',
    is_pending: 'boolean',
    comment: 'text',
    metadata: 'jsonb',
    ...instants,
  },
};

// What is told of the grant never changes once it is given, and no grant is deleted: so a row changes only with its entry.
/** @reads credit_ledger_entry, credit_grant of entitlements/credits */
const ledger: ExportModel = {
  id: 'credit_ledger',
  displayName: 'Credit ledger, with cost basis',
  from: `from credit_ledger_entry t left join credit_grant g on g.environment_id = $1 and g.uid = t.grant_uid
          where t.environment_id = $1`,
  key,
  columns: {
    wallet_uid: 'uuid',
    seq: 'bigint',
    customer_uid: 'uuid',
    currency_id: { type: 'text', sql: 'g.currency_id' },
    event_type: 'text',
    timestamp: 'timestamptz',
    amount: 'numeric',
    starting_balance: 'numeric',
    ending_balance: 'numeric',
    grant_uid: 'uuid',
    grant_amount: { type: 'numeric', sql: 'g.amount' },
    cost_amount: { type: 'numeric', sql: 'g.cost_amount' },
    cost_currency: { type: 'text', sql: 'g.cost_currency' },
    event_id: 'text',
    feature_id: 'text',
    dimensions: 'jsonb',
    actor: 'text',
    digest: 'bytes',
    created_at: 'timestamptz',
  },
};

export const creditModels: ModelGroup = {
  id: 'credits',
  displayName: 'Credits',
  models: [grants, ledger, ledgerHeads],
};
