import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For whom a customer pays is asked before it is archived. */
export class ExpandPayingCustomerIndex1795480000001 implements MigrationInterface {
  name = 'ExpandPayingCustomerIndex1795480000001';
  /** Concurrently, so that nobody who subscribes waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`ALTER TABLE "subscription" VALIDATE CONSTRAINT "fk_subscription_paying_customer"`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_subscription_paying_customer"`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY "ix_subscription_paying_customer"
      ON "subscription" ("environment_id", "paying_customer_uid", "uid") WHERE paying_customer_uid IS NOT NULL`,
    );
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."ix_subscription_paying_customer"`);
  }
}
