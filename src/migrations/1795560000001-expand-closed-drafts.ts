import type { MigrationInterface, QueryRunner } from 'typeorm';

const isClosedDraft = `state = 'DRAFT' AND closes_at IS NOT NULL`;
const indices: [name: string, rest: string][] = [
  ['ix_invoice_closed', `"invoice" ("closes_at", "uid") WHERE ${isClosedDraft}`],
  ['ix_invoice_closed_here', `"invoice" ("environment_id", "closes_at", "uid") WHERE ${isClosedDraft}`],
];

/** Documents of subscriptions that wait for what was used. ADR-0077 */
export class ExpandClosedDrafts1795560000001 implements MigrationInterface {
  name = 'ExpandClosedDrafts1795560000001';
  /** Concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, rest] of indices) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(`CREATE INDEX CONCURRENTLY "${name}" ON ${rest}`);
    }
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of [...indices].reverse()) await runner.query(`DROP INDEX "public"."${name}"`);
  }
}
