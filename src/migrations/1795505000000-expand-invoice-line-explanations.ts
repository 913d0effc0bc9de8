import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** How the amount of an invoice line comes about, where one price does not tell it. Null of all that are there. */
export class ExpandInvoiceLineExplanations1795505000000 implements MigrationInterface {
  name = 'ExpandInvoiceLineExplanations1795505000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "invoice_line" ADD COLUMN IF NOT EXISTS "explanation" text`;
    await runner.query(withBriefLocks([['invoice_line', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invoice_line" DROP COLUMN "explanation"`);
  }
}
