import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** How new the newest row is that an import brought of a customer; null of all that are there. ADR-0089 */
export class ExpandCustomerImports1795630000000 implements MigrationInterface {
  name = 'ExpandCustomerImports1795630000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "customer" ADD COLUMN IF NOT EXISTS "imported_as_of" TIMESTAMP(3) WITH TIME ZONE`;
    await runner.query(withBriefLocks([['customer', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "customer" DROP COLUMN "imported_as_of"`);
  }
}
