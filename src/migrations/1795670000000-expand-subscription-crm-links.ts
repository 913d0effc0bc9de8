import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** What subscriptions are in the CRM: null where nobody said so, as of all that are there. */
export class ExpandSubscriptionCrmLinks1795670000000 implements MigrationInterface {
  name = 'ExpandSubscriptionCrmLinks1795670000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "subscription" ADD COLUMN IF NOT EXISTS "salesforce_id" text`;
    await runner.query(withBriefLocks([['subscription', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "salesforce_id"`);
  }
}
