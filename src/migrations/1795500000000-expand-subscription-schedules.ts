import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Updates that wait for the end of a billing period. Null where there never was one, as of all that are there. ADR-0070 */
export class ExpandSubscriptionSchedules1795500000000 implements MigrationInterface {
  name = 'ExpandSubscriptionSchedules1795500000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "subscription" ADD COLUMN IF NOT EXISTS "updates" jsonb`;
    await runner.query(withBriefLocks([['subscription', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "updates"`);
  }
}
