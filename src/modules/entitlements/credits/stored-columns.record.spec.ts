import type { EntitySchema } from 'typeorm';
import {
  creditConsumptionMapping,
  creditGrantMapping,
  creditLedgerMapping,
  creditWalletMapping,
} from './credits.mapping';
import { consumptionColumns, entryColumns, grantColumns, walletColumns } from './stored-columns.record';

/** The statements themselves say these two. */
const said = ['environment_id', 'updated_at'];
const ofCustomer = ['customer_uid', 'customer_id', 'currency_uid', 'currency_id'];
const ofWallet = [...ofCustomer, 'resource_key', 'resource_id', 'created_at'];
const asGiven = ['id', 'wallet_uid', 'grant_type', 'amount', 'granted_by', 'cost_amount', 'cost_currency'];
const ofSource = ['source_type', 'source_entitlement', 'cadence', 'window_end', 'collected_by'];

const namesOf = (mapping: EntitySchema<never>): string[] =>
  Object.entries(mapping.options.columns)
    .map(([property, column]) => String((column as { name?: string }).name ?? snake(property)))
    .sort();
const snake = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('columns that movements of wallets write', () => {
  it.each([
    ['entries, whole', creditLedgerMapping, entryColumns, []],
    ['consumptions, whole', creditConsumptionMapping, consumptionColumns, []],
    ['wallets, all but whose they are', creditWalletMapping, walletColumns, ofWallet],
    [
      'grants, all but what was given',
      creditGrantMapping,
      grantColumns,
      [...ofWallet, ...asGiven, ...ofSource],
    ],
  ])('are those of %s', (_of, mapping, columns, kept) => {
    const written = columns.map(({ name }) => name);
    expect([...written, ...said, ...kept].sort()).toEqual(namesOf(mapping as EntitySchema<never>));
  });
});
