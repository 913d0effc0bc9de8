import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Lines that come back as they were discounted when they were paid for; false of all that are there. ADR-0077 */
export class ExpandKeptDiscounts1795610000000 implements MigrationInterface {
  name = 'ExpandKeptDiscounts1795610000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "invoice_line" ADD COLUMN IF NOT EXISTS "keeps_discount" boolean NOT NULL DEFAULT false`;
    await runner.query(withBriefLocks([['invoice_line', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invoice_line" DROP COLUMN "keeps_discount"`);
  }
}
