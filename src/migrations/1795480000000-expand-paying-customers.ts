import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Who pays for the subscription of another. Nobody does yet; the last release goes on without these columns. */
export class ExpandPayingCustomers1795480000000 implements MigrationInterface {
  name = 'ExpandPayingCustomers1795480000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const locks: Parameters<typeof withBriefLocks>[0] = [
      ['subscription', 'ACCESS EXCLUSIVE'],
      ['customer', 'SHARE ROW EXCLUSIVE'],
    ];
    // The rows that are there are looked through by the next migration, while others write.
    const add = `ALTER TABLE "subscription"
    ADD COLUMN IF NOT EXISTS "paying_customer_uid" uuid,
    ADD COLUMN IF NOT EXISTS "paying_customer_id" text,
    DROP CONSTRAINT IF EXISTS "fk_subscription_paying_customer",
    ADD CONSTRAINT "fk_subscription_paying_customer" FOREIGN KEY ("environment_id", "paying_customer_uid") REFERENCES "customer"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION NOT VALID`;
    await runner.query(withBriefLocks(locks, [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP CONSTRAINT "fk_subscription_paying_customer",
    DROP COLUMN "paying_customer_id", DROP COLUMN "paying_customer_uid"`);
  }
}
