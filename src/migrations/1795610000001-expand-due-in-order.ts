import type { MigrationInterface, QueryRunner } from 'typeorm';

const wanted = `ON "subscription" ("due_at", "uid", "environment_id", "customer_id") WHERE due_at IS NOT NULL AND canceled_at IS NULL`;
const former = `ON "subscription" ("due_at", "uid") WHERE due_at IS NOT NULL AND canceled_at IS NULL`;

/**
 * What is due is found in its order without a look at the table: by the index of before PostgreSQL takes one of an environment or of a
 * customer to be the cheaper one, and reads and sorts all that is due for each batch of it. It takes the place of that index.
 */
export class ExpandDueInOrder1795610000001 implements MigrationInterface {
  name = 'ExpandDueInOrder1795610000001';
  /** Concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_subscription_due_in_order"`);
    await runner.query(`CREATE INDEX CONCURRENTLY "ix_subscription_due_in_order" ${wanted}`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_subscription_due"`);
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "ix_subscription_due" ${former}`);
    await runner.query(`DROP INDEX "public"."ix_subscription_due_in_order"`);
  }
}
