import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a search looks through, by the beginning of each column. */
const searched: Readonly<Record<string, readonly string[]>> = {
  customer: ['id', 'name', 'email'],
  product: ['id', 'display_name'],
  feature: ['id', 'display_name'],
  package: ['id', 'display_name'],
  custom_currency: ['id', 'display_name'],
  coupon: ['id', 'name'],
  promotion_code: ['id'],
  subscription: ['id'],
  contract: ['id', 'name', 'po_number'],
  invoice: ['number'],
};

const indexes = Object.entries(searched).flatMap(([table, columns]) =>
  columns.map((column) => ({ name: `ix_${table}_search_${column}`, table, column })),
);

/** Packages are of two kinds, each of which is searched by itself. */
const key = (table: string, column: string): string =>
  `("environment_id", ${table === 'package' ? '"kind", ' : ''}"${column}" COLLATE "search_order")`;

/** By ICU; where the database has none of it, or an encoding that it does not take, letters are compared as they are. */
const searchOrder = `do $$ begin
    create collation if not exists "search_order" (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
  exception when others then
    create collation if not exists "search_order" (provider = libc, locale = 'C');
  end $$`;

/** An order in which letter case and accents say nothing, and an index in it for each column that is searched. ADR-0138 */
export class ExpandSearch1795711000000 implements MigrationInterface {
  name = 'ExpandSearch1795711000000';
  /** Concurrently, so that nobody who writes waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(searchOrder);
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    for (const { name, table, column } of indexes) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(`CREATE INDEX CONCURRENTLY "${name}" ON "${table}" ${key(table, column)}`);
    }
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await runner.query(`DROP INDEX "public"."${name}"`);
    await runner.query(`DROP COLLATION "search_order"`);
  }
}
