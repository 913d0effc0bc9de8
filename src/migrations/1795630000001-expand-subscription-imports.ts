import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Rows that wait for their turn in an import, and the end that time brings; null of all subscriptions that are there. ADR-0089 */
export class ExpandSubscriptionImports1795630000001 implements MigrationInterface {
  name = 'ExpandSubscriptionImports1795630000001';
  /** What begins anew finds what is there already. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE IF NOT EXISTS "subscription_import_row" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "import_uid" uuid NOT NULL,
        "place" integer NOT NULL,
        "content" jsonb NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_subscription_import_row_place" UNIQUE ("environment_id", "place"),
        CONSTRAINT "pk_subscription_import_row" PRIMARY KEY ("environment_id", "uid")
    )`);
    const add = `ALTER TABLE "subscription" ADD COLUMN IF NOT EXISTS "end_date" TIMESTAMP(3) WITH TIME ZONE`;
    await runner.query(withBriefLocks([['subscription', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "end_date"`);
    await runner.query(`DROP TABLE "subscription_import_row"`);
  }
}
