import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was used of budgets, beside the counters. ADR-0087 */
export class ExpandUsageSpends1795600000001 implements MigrationInterface {
  name = 'ExpandUsageSpends1795600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "usage_spend" (
        "environment_id" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "resource_key" text NOT NULL,
        "place" smallint NOT NULL,
        "source_key" text NOT NULL,
        "period_start" TIMESTAMP(3) WITH TIME ZONE,
        "used" jsonb NOT NULL,
        "told_start" TIMESTAMP(3) WITH TIME ZONE,
        "is_reached" boolean NOT NULL,
        CONSTRAINT "pk_usage_spend" PRIMARY KEY ("environment_id", "customer_uid", "resource_key", "place")
    )`);
    // Its counters tell of all else that changes: with a budget that is reached, answers about features change that nobody has reported.
    await runner.query(`CREATE TRIGGER note_reached_budget AFTER UPDATE ON "usage_spend" FOR EACH ROW
    WHEN (OLD.is_reached IS DISTINCT FROM NEW.is_reached) EXECUTE FUNCTION note_of_customer()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "usage_spend"`);
  }
}
