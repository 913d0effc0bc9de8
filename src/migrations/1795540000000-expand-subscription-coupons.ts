import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Coupons that subscriptions hold. Null where there never was one, as of all that are there. ADR-0074 */
export class ExpandSubscriptionCoupons1795540000000 implements MigrationInterface {
  name = 'ExpandSubscriptionCoupons1795540000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "subscription" ADD COLUMN IF NOT EXISTS "coupons" jsonb`;
    await runner.query(withBriefLocks([['subscription', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "coupons"`);
  }
}
