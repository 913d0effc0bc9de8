import { whenViolated } from '#libs/persistence/pg-errors';
import {
  amount,
  bool,
  addressedMapping,
  decimal,
  hexadecimal,
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
import { CreditRecurrence } from './domain/credit-recurrence';
import { CreditWallet } from './domain/credit-wallet';
import { LedgerWatch } from './domain/ledger-watch';
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
    head: hexadecimal(),
    nextDue: instant(true),
    sourceDue: instant(true),
    periodEnd: instant(true),
    sources: jsonb(),
    movedAt: instant(),
    rechargeBelow: amount(true),
    rechargeSeq: safeInteger(true),
    rechargeDue: instant(true),
    lastWrite: uuid(true),
  },
  uniques: [{ name: 'uq_credit_wallet_place', columns: ['customerUid', 'currencyUid', 'resourceKey'] }],
  indices: [
    { name: 'ix_credit_wallet_due_here', columns: ['nextDue', 'uid'], where: 'next_due IS NOT NULL' },
    {
      name: 'ix_credit_wallet_recharge_here',
      columns: ['rechargeDue', 'uid'],
      where: 'recharge_due IS NOT NULL',
    },
  ],
  references: [
    { name: 'fk_credit_wallet_customer', property: 'customerUid', target: () => 'Customer' },
    { name: 'fk_credit_wallet_currency', property: 'currencyUid', target: () => 'CustomCurrency' },
  ],
});
// Who keeps the books, and who recharges, does so in all environments at once.
creditWalletMapping.options.indices?.push(
  { name: 'ix_credit_wallet_due', columns: ['nextDue', 'uid'], where: 'next_due IS NOT NULL' },
  { name: 'ix_credit_wallet_recharge', columns: ['rechargeDue', 'uid'], where: 'recharge_due IS NOT NULL' },
);

/** It waits to be paid, and not for ever. */
const isUnpaid = 'is_pending AND pending_until IS NOT NULL';

export const creditGrantMapping = addressedMapping(CreditGrant, 'credit_grant', {
  columns: {
    id: text(),
    walletUid: uuid(),
    ...ofWallet,
    grantType: text(),
    sourceType: text(true),
    sourceKey: uuid(true),
    sourceEntitlement: text(true),
    cadence: text(true),
    windowEnd: instant(true),
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
    {
      name: 'ix_credit_grant_source',
      columns: ['sourceKey'],
      where: 'source_key IS NOT NULL AND NOT is_idle',
    },
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

export const creditRecurrenceMapping = tenantMapping(CreditRecurrence, 'credit_recurrence', {
  columns: {
    walletUid: uuid(),
    sourceKey: uuid(),
    key: text(),
    sourceType: text(),
    displayName: text(),
    amount: amount(),
    cadence: text(),
    hasSoftLimit: bool(),
    anchor: instant(),
    until: instant(true),
    dueAt: instant(true),
    nextStart: instant(true),
  },
  uniques: [{ name: 'uq_credit_recurrence_key', columns: ['walletUid', 'sourceKey', 'key'] }],
  indices: [{ name: 'ix_credit_recurrence_source', columns: ['sourceKey'] }],
  references: [{ name: 'fk_credit_recurrence_wallet', property: 'walletUid', target: () => 'CreditWallet' }],
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
    eventId: text(true),
    featureId: text(true),
    dimensions: jsonb(true),
    startingBalance: amount(),
    endingBalance: amount(),
    actor: text(),
    terms: jsonb(true),
    digest: hexadecimal(),
  },
  uniques: [{ name: 'uq_credit_ledger_entry_seq', columns: ['walletUid', 'seq'] }],
  indices: [
    { name: 'ix_credit_ledger_entry_customer', columns: ['customerUid', 'uid'] },
    // What was used in a span of time is told by the entries of that span alone, whatever came before and after it. They stand in the order of
    // their places otherwise, which is not that of their instants: usage may be told late.
    { name: 'ix_credit_ledger_entry_time', columns: ['walletUid', 'timestamp'] },
  ],
});

export const keyConstraint = 'uq_credit_consumption_key';

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
  uniques: [{ name: keyConstraint, columns: ['customerUid', 'currencyUid', 'idempotencyKey'] }],
});

// Of one customer in two wallets at once; with another wallet nobody who holds one of them sees the other's.
whenViolated(
  keyConstraint,
  'ObjectAlreadyBeingUsedByAnotherRequestError',
  'Another request with this idempotencyKey is being carried out; repeat the request',
);

// A row of each wallet, made with it by a trigger (ExpandLedgerWatches), so that none is passed over.
export const ledgerWatchMapping = tenantMapping(LedgerWatch, 'ledger_watch', {
  columns: {
    dueAt: instant(),
    claimedUntil: instant(true),
    provedAt: instant(true),
    rows: safeInteger(),
    faultSeq: safeInteger(true),
    faultReason: text(true),
    toldSeq: safeInteger(),
    toldHead: hexadecimal(),
  },
});
// Who proves ledgers and who counts those that do not hold does so in all environments at once.
ledgerWatchMapping.options.indices?.push(
  { name: 'ix_ledger_watch_due', columns: ['dueAt', 'uid'] },
  { name: 'ix_ledger_watch_fault', columns: ['uid'], where: 'fault_seq IS NOT NULL' },
);
