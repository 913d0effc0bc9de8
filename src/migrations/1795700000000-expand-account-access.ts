import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const addAccess = `ALTER TABLE "account"
  ADD COLUMN IF NOT EXISTS "access" text NOT NULL DEFAULT 'INVITE_ONLY',
  ADD COLUMN IF NOT EXISTS "domains" jsonb NOT NULL DEFAULT '[]'`;

/** How members come to an account. Accounts of before, and those that the release of before makes meanwhile, are entered by invitation. ADR-0112 */
export class ExpandAccountAccess1795700000000 implements MigrationInterface {
  name = 'ExpandAccountAccess1795700000000';
  /** Every request of a key reads its account. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['account', 'ACCESS EXCLUSIVE']], [addAccess]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account" DROP COLUMN "access", DROP COLUMN "domains"`);
  }
}
