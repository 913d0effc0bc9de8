import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The resources of a customer are listed, newest first. */
export class ExpandCustomerResourceList1795420000000 implements MigrationInterface {
  name = 'ExpandCustomerResourceList1795420000000';
  /** Concurrently, so that nobody who names a resource waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_customer_resource_customer"`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY "ix_customer_resource_customer"
      ON "customer_resource" ("environment_id", "customer_uid", "uid")`,
    );
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."ix_customer_resource_customer"`);
  }
}
