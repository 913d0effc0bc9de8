import type { Decimal } from '#libs/kernel/decimal';
import {
  booleans,
  hexadecimals,
  instants,
  places,
  texts,
  uids,
  wholeNumbers,
} from '#libs/persistence/array-columns';
import type { CreditConsumption } from './domain/credit-consumption';
import type { CreditGrant } from './domain/credit-grant';
import type { CreditWallet } from './domain/credit-wallet';
import type { CreditLedgerRow } from './domain/stored-entry';

/** A column of a table, and what rows have in it as an array. */
export interface StoredColumn<T> {
  name: string;
  /** Of the elements of the array, and of the column where that is another one. */
  type: string;
  cast?: string;
  of(rows: readonly T[]): Buffer | null;
}

type Values<V> = readonly (V | null)[];

const kind =
  <V>(type: string, write: (values: Values<V>) => Buffer | null, cast?: string) =>
  <T>(name: string, valueOf: (row: T) => V | null): StoredColumn<T> => ({
    ...{ name, type, cast },
    of: (rows) => write(rows.map(valueOf)),
  });

const uuid = kind('uuid', uids);
const text = kind('text', texts);
const integer = kind('int', places);
const bigint = kind('bigint', wholeNumbers);
const bool = kind('boolean', booleans);
const instant = kind('timestamptz', instants);
const bytes = kind('bytea', hexadecimals);
const credits = kind<Decimal>(
  'text',
  (values) => texts(values.map((value) => value && value.toFixed())),
  'numeric',
);
const jsonb = kind<object>(
  'text',
  (values) => texts(values.map((value) => value && JSON.stringify(value))),
  'jsonb',
);

export const entryColumns: readonly StoredColumn<CreditLedgerRow>[] = [
  uuid('uid', ({ uid }) => uid),
  uuid('wallet_uid', ({ walletUid }) => walletUid),
  uuid('customer_uid', ({ customerUid }) => customerUid),
  bigint('seq', ({ seq }) => seq),
  text('event_type', ({ eventType }) => eventType),
  instant('timestamp', ({ timestamp }) => timestamp),
  credits('amount', ({ amount }) => amount),
  uuid('grant_uid', ({ grantUid }) => grantUid),
  text('event_id', ({ eventId }) => eventId),
  text('feature_id', ({ featureId }) => featureId),
  jsonb('dimensions', ({ dimensions }) => dimensions),
  credits('starting_balance', ({ startingBalance }) => startingBalance),
  credits('ending_balance', ({ endingBalance }) => endingBalance),
  text('actor', ({ actor }) => actor),
  jsonb('terms', ({ terms }) => terms),
  bytes('digest', ({ digest }) => digest),
  instant('created_at', ({ createdAt }) => createdAt),
];

export const consumptionColumns: readonly StoredColumn<CreditConsumption>[] = [
  uuid('uid', ({ uid }) => uid),
  uuid('wallet_uid', ({ walletUid }) => walletUid),
  uuid('customer_uid', ({ customerUid }) => customerUid),
  uuid('currency_uid', ({ currencyUid }) => currencyUid),
  text('idempotency_key', ({ idempotencyKey }) => idempotencyKey),
  credits('amount', ({ amount }) => amount),
  instant('occurred_at', ({ occurredAt }) => occurredAt),
  jsonb('dimensions', ({ dimensions }) => dimensions),
  credits('usage_after', ({ usageAfter }) => usageAfter),
  credits('limit_after', ({ limitAfter }) => limitAfter),
  instant('period_end', ({ periodEnd }) => periodEnd),
  instant('told_at', ({ toldAt }) => toldAt),
  instant('created_at', ({ createdAt }) => createdAt),
];

/** Those that a movement may change: whose credits they are it never does. */
export const walletColumns: readonly StoredColumn<CreditWallet>[] = [
  uuid('uid', ({ uid }) => uid),
  uuid('last_write', ({ lastWrite }) => lastWrite),
  bigint('seq', ({ seq }) => seq),
  credits('granted', ({ granted }) => granted),
  credits('used', ({ used }) => used),
  instant('expired_until', ({ expiredUntil }) => expiredUntil),
  bytes('head', ({ head }) => head),
  instant('next_due', ({ nextDue }) => nextDue),
  instant('source_due', ({ sourceDue }) => sourceDue),
  instant('period_end', ({ periodEnd }) => periodEnd),
  jsonb('sources', ({ sources }) => sources),
  instant('moved_at', ({ movedAt }) => movedAt),
  credits('recharge_below', ({ rechargeBelow }) => rechargeBelow),
  bigint('recharge_seq', ({ rechargeSeq }) => rechargeSeq),
  instant('recharge_due', ({ rechargeDue }) => rechargeDue),
];

/** Those that anything may change once it is made: how much was given, by whom and at what cost nothing does. */
export const grantColumns: readonly StoredColumn<CreditGrant>[] = [
  uuid('uid', ({ uid }) => uid),
  integer('revision', ({ revision }) => revision),
  uuid('source_key', ({ sourceKey }) => sourceKey),
  text('display_name', ({ displayName }) => displayName),
  credits('consumed', ({ consumed }) => consumed),
  integer('priority', ({ priority }) => priority),
  instant('effective_at', ({ effectiveAt }) => effectiveAt),
  instant('expire_at', ({ expireAt }) => expireAt),
  bool('is_posted', ({ isPosted }) => isPosted),
  bool('is_idle', ({ isIdle }) => isIdle),
  instant('closed_at', ({ closedAt }) => closedAt),
  instant('voided_at', ({ voidedAt }) => voidedAt),
  text('comment', ({ comment }) => comment),
  jsonb('metadata', ({ metadata }) => metadata),
  bool('is_pending', ({ isPending }) => isPending),
  instant('pending_until', ({ pendingUntil }) => pendingUntil),
];
