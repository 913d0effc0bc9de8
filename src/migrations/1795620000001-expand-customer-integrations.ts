import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** What customers are linked to, and how they pay; null of all that are there. ADR-0090, ADR-0092 */
export class ExpandCustomerIntegrations1795620000001 implements MigrationInterface {
  name = 'ExpandCustomerIntegrations1795620000001';
  /** The index is made concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "customer" ADD COLUMN IF NOT EXISTS "integrations" jsonb, ADD COLUMN IF NOT EXISTS "payment_method" jsonb`;
    await runner.query(withBriefLocks([['customer', 'ACCESS EXCLUSIVE']], [add]));
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_customer_linked"`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY "ix_customer_linked" ON "customer" ("environment_id", "uid") WHERE integrations IS NOT NULL`,
    );
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."ix_customer_linked"`);
    await runner.query(`ALTER TABLE "customer" DROP COLUMN "integrations", DROP COLUMN "payment_method"`);
  }
}
