import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Environments get clocks of their own; processes tell up to which setting they have heard of them. ADR-0065 */
export class ExpandEnvironmentClocks1795470000000 implements MigrationInterface {
  name = 'ExpandEnvironmentClocks1795470000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const table = `CREATE TABLE IF NOT EXISTS "environment_clock" (
        "environment_id" uuid NOT NULL,
        "frozen_at" TIMESTAMP(3) WITH TIME ZONE,
        "ahead_ms" bigint NOT NULL,
        "version" bigint NOT NULL,
        "task_uid" uuid,
        "revision" integer NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_environment_clock" PRIMARY KEY ("environment_id")
    )`;
    const index = `CREATE UNIQUE INDEX IF NOT EXISTS "uq_environment_clock_version" ON "environment_clock" ("version")`;
    const add = `ALTER TABLE "engine_member" ADD COLUMN IF NOT EXISTS "clock_version" bigint`;
    await runner.query(withBriefLocks([['engine_member', 'ACCESS EXCLUSIVE']], [table, index, add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "engine_member" DROP COLUMN IF EXISTS "clock_version"`);
    await runner.query(`DROP TABLE "environment_clock"`);
  }
}
