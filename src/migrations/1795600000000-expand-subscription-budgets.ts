import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Budgets of subscriptions: null where there is none, as of all that are there. ADR-0087 */
export class ExpandSubscriptionBudgets1795600000000 implements MigrationInterface {
  name = 'ExpandSubscriptionBudgets1795600000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "subscription" ADD COLUMN IF NOT EXISTS "budget" jsonb`;
    await runner.query(withBriefLocks([['subscription', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "budget"`);
  }
}
