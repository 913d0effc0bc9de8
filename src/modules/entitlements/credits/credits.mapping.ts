import {
  amount,
  bool,
  bytes,
  addressedMapping,
  decimal,
  instant,
  integer,
  jsonb,
  safeInteger,
  tenantMapping,
  text,
  uuid,
} from '#libs/persistence/mapping';
import { CreditConsumption } from './domain/credit-consumption';
import { CreditGrant } from './domain/credit-grant';
import { CreditWallet } from './domain/credit-wallet';
import { CreditLedgerRow } from './domain/stored-entry';

const ofWallet = {
  customerUid: uuid(),
  customerId: text(),
  currencyUid: uuid(),
  currencyId: text(),
  resourceKey: text(),
  resourceId: text(true),
};

export const creditWalletMapping = tenantMapping(CreditWallet, 'credit_wallet', {
  columns: {
    ...ofWallet,
    seq: safeInteger(),
    granted: amount(),
    used: amount(),
    expiredUntil: instant(true),
    head: bytes(),
    nextDue: instant(true),
    periodEnd: instant(true),
    movedAt: instant(),
  },
  uniques: [{ name: 'uq_credit_wallet_place', columns: ['customerUid', 'currencyUid', 'resourceKey'] }],
  indices: [
    { name: 'ix_credit_wallet_due_here', columns: ['nextDue', 'uid'], where: 'next_due IS NOT NULL' },
  ],
  references: [
    { name: 'fk_credit_wallet_customer', property: 'customerUid', target: () => 'Customer' },
    { name: 'fk_credit_wallet_currency', property: 'currencyUid', target: () => 'CustomCurrency' },
  ],
});
// Who keeps the books does so in all environments at once.
creditWalletMapping.options.indices?.push({
  name: 'ix_credit_wallet_due',
  columns: ['nextDue', 'uid'],
  where: 'next_due IS NOT NULL',
});

/** It waits to be paid, and not for ever. */
const isUnpaid = 'is_pending AND pending_until IS NOT NULL';

export const creditGrantMapping = addressedMapping(CreditGrant, 'credit_grant', {
  columns: {
    id: text(),
    walletUid: uuid(),
    ...ofWallet,
    grantType: text(),
    sourceType: text(true),
    displayName: text(),
    amount: amount(),
    consumed: amount(),
    priority: integer(),
    effectiveAt: instant(),
    expireAt: instant(true),
    isPosted: bool(),
    isIdle: bool(),
    closedAt: instant(true),
    voidedAt: instant(true),
    grantedBy: text(),
    costAmount: decimal(true),
    costCurrency: text(true),
    comment: text(true),
    metadata: jsonb(),
    collectedBy: text(true),
    // With a default, so that the last release may still write rows beside this one.
    isPending: { ...bool(), default: false },
    pendingUntil: instant(true),
  },
  uniques: [{ name: 'uq_credit_grant_id', columns: ['id'] }],
  indices: [
    // All that its wallet is loaded with. Of what changes with each use nothing is in an index.
    { name: 'ix_credit_grant_open', columns: ['walletUid'], where: 'NOT is_idle' },
    { name: 'ix_credit_grant_wallet', columns: ['walletUid', 'uid'] },
    { name: 'ix_credit_grant_customer', columns: ['customerUid', 'uid'] },
    { name: 'ix_credit_grant_unpaid_here', columns: ['pendingUntil', 'uid'], where: isUnpaid },
  ],
  references: [{ name: 'fk_credit_grant_wallet', property: 'walletUid', target: () => 'CreditWallet' }],
});
// Who ends what is not paid does so in all environments at once.
creditGrantMapping.options.indices?.push({
  name: 'ix_credit_grant_unpaid',
  columns: ['pendingUntil', 'uid'],
  where: isUnpaid,
});

// Without a reference to its wallet, which the same statement would lock once more for each row.
export const creditLedgerMapping = tenantMapping(CreditLedgerRow, 'credit_ledger_entry', {
  columns: {
    walletUid: uuid(),
    customerUid: uuid(),
    seq: safeInteger(),
    eventType: text(),
    timestamp: instant(),
    amount: amount(),
    grantUid: uuid(),
    eventId: uuid(true),
    featureId: text(true),
    startingBalance: amount(),
    endingBalance: amount(),
    actor: text(),
    terms: jsonb(true),
    digest: bytes(),
  },
  uniques: [{ name: 'uq_credit_ledger_entry_seq', columns: ['walletUid', 'seq'] }],
  indices: [{ name: 'ix_credit_ledger_entry_customer', columns: ['customerUid', 'uid'] }],
});

export const creditConsumptionMapping = tenantMapping(CreditConsumption, 'credit_consumption', {
  columns: {
    walletUid: uuid(),
    customerUid: uuid(),
    currencyUid: uuid(),
    idempotencyKey: text(),
    amount: amount(),
    occurredAt: instant(),
    dimensions: jsonb(true),
    usageAfter: amount(),
    limitAfter: amount(),
    periodEnd: instant(true),
    toldAt: instant(),
  },
  uniques: [{ name: 'uq_credit_consumption_key', columns: ['customerUid', 'currencyUid', 'idempotencyKey'] }],
});
