import type { MigrationInterface, QueryRunner } from 'typeorm';

const index = `"subscription" ("environment_id", "customer_uid", "resource_key", "product_uid")`;

/** What a customer has of a product, also what waits for its start and what has ended: without it, all subscriptions of the product are read. */
export class ExpandSubscriptionsOfCustomers1795500000001 implements MigrationInterface {
  name = 'ExpandSubscriptionsOfCustomers1795500000001';
  /** Concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_subscription_of_customer"`);
    await runner.query(`CREATE INDEX CONCURRENTLY "ix_subscription_of_customer" ON ${index}`);
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."ix_subscription_of_customer"`);
  }
}
