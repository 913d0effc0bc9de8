import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** The coupon that a customer holds. Null where there is none, as of all that are there. ADR-0074 */
export class ExpandCustomerCoupons1795540000001 implements MigrationInterface {
  name = 'ExpandCustomerCoupons1795540000001';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "customer" ADD COLUMN IF NOT EXISTS "coupon" jsonb`;
    await runner.query(withBriefLocks([['customer', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "customer" DROP COLUMN "coupon"`);
  }
}
