import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { CreditConsumption } from './domain/credit-consumption';
import type { CreditGrant } from './domain/credit-grant';
import type { CreditWallet } from './domain/credit-wallet';
import type { CreditLedgerRow } from './domain/stored-entry';
import {
  consumptionColumns,
  entryColumns,
  grantColumns,
  walletColumns,
  type StoredColumn,
} from './stored-columns.record';

/** What has become of wallets. */
export interface WalletMoves {
  entries: readonly CreditLedgerRow[];
  /** Stored before, and otherwise now. */
  grants: readonly CreditGrant[];
  wallets: readonly CreditWallet[];
  consumptions: readonly CreditConsumption[];
}

type Columns = readonly StoredColumn<never>[];

const listOf = (columns: Columns, told: (column: StoredColumn<never>, place: number) => string): string =>
  columns.map(told).join(', ');
const namesOf = (columns: Columns): string => listOf(columns, ({ name }) => name);
const valueOf = ({ name, cast }: StoredColumn<never>): string => `r.${name}${cast ? `::${cast}` : ''}`;

/** @param first place of the first array among the values */
const rowsOf = (columns: Columns, first: number): string =>
  `unnest(${listOf(columns, ({ type }, place) => `$${first + place}::${type}[]`)}) as r(${namesOf(columns)})`;

const inserted = (table: string, columns: Columns, first: number): string =>
  `insert into ${table} (environment_id, updated_at, ${namesOf(columns)})
   select $1, $2, ${listOf(columns, valueOf)} from ${rowsOf(columns, first)}`;

/** By their list too: whatever PostgreSQL knew of the table when it planned this, it goes by the primary key. */
const updated = (table: string, columns: Columns, first: number): string =>
  `update ${table} t
      set updated_at = $2, ${listOf(columns.slice(1), (column) => `${column.name} = ${valueOf(column)}`)}
     from ${rowsOf(columns, first)}
    where t.environment_id = $1 and t.uid = any($${first}) and t.uid = r.uid`;

const firstEntry = 3;
const firstGrant = firstEntry + entryColumns.length;
const firstWallet = firstGrant + grantColumns.length;
const firstConsumption = firstWallet + walletColumns.length;

const write = `
  with entries as (${inserted('credit_ledger_entry', entryColumns, firstEntry)}),
       grants as (${updated('credit_grant', grantColumns, firstGrant)}),
       wallets as (${updated('credit_wallet', walletColumns, firstWallet)})
  ${inserted('credit_consumption', consumptionColumns, firstConsumption)}`;

const arraysOf = <T>(columns: readonly StoredColumn<T>[], rows: readonly T[]): unknown[] =>
  columns.map((column) => column.of(rows));

/**
 * Writes what has become of wallets in one round trip, in the form in which PostgreSQL holds arrays: who draws from the same wallet waits for
 * less of both. Who asks holds the wallets. ADR-0106
 */
@Injectable()
export class WalletMovesRepository {
  constructor(private readonly database: Database) {}

  async write({ entries, grants, wallets, consumptions }: WalletMoves, now: Date): Promise<void> {
    for (const grant of grants) Object.assign(grant, { revision: grant.revision + 1, updatedAt: now });
    await this.database.query(write, [
      ...[currentEnvironmentId(), now],
      ...arraysOf(entryColumns, entries),
      ...arraysOf(grantColumns, grants),
      ...arraysOf(walletColumns, wallets),
      ...arraysOf(consumptionColumns, consumptions),
    ]);
  }
}
