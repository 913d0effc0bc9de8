import type { MigrationInterface, QueryRunner } from 'typeorm';

const counter = `"environment_id", "customer_uid", "resource_key", "feature_uid"`;

/** Usage is told over time, summed from measurements. ADR-0057 */
export class ExpandUsageHistory1795421000000 implements MigrationInterface {
  name = 'ExpandUsageHistory1795421000000';
  /** Concurrently, so that no report waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_usage_measurement_history"`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY "ix_usage_measurement_history"
      ON "usage_measurement" (${counter}, "occurred_at", "delta")`,
    );
    // The new one begins with all of its columns and serves the last release as well; two would cost each report twice.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_usage_measurement_counter"`);
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "ix_usage_measurement_counter" ON "usage_measurement" (${counter}, "occurred_at")`,
    );
    await runner.query(`DROP INDEX "public"."ix_usage_measurement_history"`);
  }
}
