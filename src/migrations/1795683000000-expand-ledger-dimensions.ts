import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const dimensions = `ALTER TABLE "credit_ledger_entry" ADD COLUMN IF NOT EXISTS "dimensions" jsonb`;

/**
 * Entries of ledgers tell the dimensions of what was used, and are found by their instants. Those that there are have none, so their digests
 * stay what they are. ADR-0101
 */
export class ExpandLedgerDimensions1795683000000 implements MigrationInterface {
  name = 'ExpandLedgerDimensions1795683000000';
  /** An index concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['credit_ledger_entry', 'ACCESS EXCLUSIVE']], [dimensions]));
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_credit_ledger_entry_time"`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY "ix_credit_ledger_entry_time" ON "credit_ledger_entry" ("environment_id", "wallet_uid", "timestamp")`,
    );
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "ix_credit_ledger_entry_time"`);
    await runner.query(`ALTER TABLE "credit_ledger_entry" DROP COLUMN "dimensions"`);
  }
}
