import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandTasks1795239480484 implements MigrationInterface {
  name = 'ExpandTasks1795239480484';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "task" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "kind" text NOT NULL,
        "entity_type" text NOT NULL,
        "entity_id" text NOT NULL,
        "state" text NOT NULL,
        "payload" jsonb NOT NULL,
        "principal" jsonb NOT NULL,
        "total" integer NOT NULL,
        "done" integer NOT NULL,
        "failed" integer NOT NULL,
        "position" text,
        "attempts" integer NOT NULL,
        "lease_owner" uuid,
        "lease_until" TIMESTAMP(3) WITH TIME ZONE,
        "started_at" TIMESTAMP(3) WITH TIME ZONE,
        "finished_at" TIMESTAMP(3) WITH TIME ZONE,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_task" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE INDEX "ix_task_entity" ON "task" (
        "environment_id",
        "entity_type",
        "entity_id",
        "uid"
    )`);
    await runner.query(`CREATE INDEX "ix_task_open" ON "task" ("created_at")
    WHERE finished_at IS NULL`);
    await runner.query(`CREATE INDEX "ix_task_finished_at" ON "task" ("finished_at")
    WHERE finished_at IS NOT NULL`);
    await runner.query(`CREATE TABLE "task_result" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "task_uid" uuid NOT NULL,
        "subject_key" text NOT NULL,
        "entity_type" text NOT NULL,
        "entity_id" text NOT NULL,
        "state" text NOT NULL,
        "code" text,
        "message" text,
        "result" jsonb,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_task_result_subject" UNIQUE ("environment_id", "task_uid", "subject_key"),
        CONSTRAINT "pk_task_result" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_task_result_state" ON "task_result" ("environment_id", "task_uid", "state", "uid")`,
    );
    await runner.query(`CREATE INDEX "ix_subscription_package_holder" ON "subscription_package" (
        "environment_id",
        "package_uid",
        "subscription_uid"
    )`);
    await runner.query(`ALTER TABLE "task_result"
    ADD CONSTRAINT "fk_task_result_task" FOREIGN KEY ("environment_id", "task_uid") REFERENCES "task"("environment_id", "uid") ON DELETE CASCADE ON UPDATE NO ACTION`);
    // The new index of packages and their holders begins with the same columns.
    await runner.query(`DROP INDEX "public"."ix_subscription_package_package"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "task_result" DROP CONSTRAINT "fk_task_result_task"`);
    await runner.query(`DROP INDEX "public"."ix_subscription_package_holder"`);
    await runner.query(`DROP INDEX "public"."ix_task_result_state"`);
    await runner.query(`DROP TABLE "task_result"`);
    await runner.query(`DROP INDEX "public"."ix_task_finished_at"`);
    await runner.query(`DROP INDEX "public"."ix_task_open"`);
    await runner.query(`DROP INDEX "public"."ix_task_entity"`);
    await runner.query(`DROP TABLE "task"`);
    await runner.query(
      `CREATE INDEX "ix_subscription_package_package" ON "subscription_package" USING btree ("environment_id", "package_uid")`,
    );
  }
}
