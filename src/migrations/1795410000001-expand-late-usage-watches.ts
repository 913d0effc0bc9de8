import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Late usage of contracts without an invoice to come is looked for. ADR-0059 */
export class ExpandLateUsageWatches1795410000001 implements MigrationInterface {
  name = 'ExpandLateUsageWatches1795410000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "late_usage_watch" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "until" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "seen" text,
        "seen_at" TIMESTAMP(3) WITH TIME ZONE,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_late_usage_watch" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE INDEX "ix_late_usage_watch_due" ON "late_usage_watch" ("due_at", "uid")`);
    await runner.query(`ALTER TABLE "invoice" ADD "billing_reason" text NOT NULL DEFAULT 'BILLING_CYCLE'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invoice" DROP COLUMN "billing_reason"`);
    await runner.query(`DROP INDEX "public"."ix_late_usage_watch_due"`);
    await runner.query(`DROP TABLE "late_usage_watch"`);
  }
}
