import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandJournal1795233473430 implements MigrationInterface {
  name = 'ExpandJournal1795233473430';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "activity" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "type" text NOT NULL,
        "entity_type" text NOT NULL,
        "entity_id" text NOT NULL,
        "parent_id" text,
        "actor_type" text NOT NULL,
        "actor" text NOT NULL,
        "before" jsonb,
        "after" jsonb,
        "request_id" text NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_activity" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE INDEX "ix_activity_entity" ON "activity" (
        "environment_id",
        "entity_type",
        "entity_id",
        "uid"
    )`);
    await runner.query(`CREATE INDEX "ix_activity_parent" ON "activity" ("environment_id", "parent_id", "uid")
    WHERE parent_id IS NOT NULL`);
    await runner.query(`CREATE INDEX "ix_activity_created_at" ON "activity" ("created_at")`);
    await runner.query(`ALTER TABLE "api_key"
    ADD "revision" integer NOT NULL DEFAULT '1'`);
    await runner.query(`ALTER TABLE "product"
    ADD "revision" integer NOT NULL DEFAULT '1'`);
    await runner.query(`ALTER TABLE "feature"
    ADD "revision" integer NOT NULL DEFAULT '1'`);
    await runner.query(`ALTER TABLE "custom_currency"
    ADD "revision" integer NOT NULL DEFAULT '1'`);
    await runner.query(`ALTER TABLE "package"
    ADD "revision" integer NOT NULL DEFAULT '1'`);
    await runner.query(`ALTER TABLE "customer"
    ADD "revision" integer NOT NULL DEFAULT '1'`);
    await runner.query(`ALTER TABLE "subscription"
    ADD "revision" integer NOT NULL DEFAULT '1'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "revision"`);
    await runner.query(`ALTER TABLE "customer" DROP COLUMN "revision"`);
    await runner.query(`ALTER TABLE "package" DROP COLUMN "revision"`);
    await runner.query(`ALTER TABLE "custom_currency" DROP COLUMN "revision"`);
    await runner.query(`ALTER TABLE "feature" DROP COLUMN "revision"`);
    await runner.query(`ALTER TABLE "product" DROP COLUMN "revision"`);
    await runner.query(`ALTER TABLE "api_key" DROP COLUMN "revision"`);
    await runner.query(`DROP INDEX "public"."ix_activity_created_at"`);
    await runner.query(`DROP INDEX "public"."ix_activity_parent"`);
    await runner.query(`DROP INDEX "public"."ix_activity_entity"`);
    await runner.query(`DROP TABLE "activity"`);
  }
}
