import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const columns = ['billing_address', 'tax_ids', 'passthrough'];

/** Address, tax ids and what billing providers are to know. Null where nothing was said, as of all customers that are there. */
export class ExpandCustomerBillingDetails1795520000000 implements MigrationInterface {
  name = 'ExpandCustomerBillingDetails1795520000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const added = columns.map((name) => `ADD COLUMN IF NOT EXISTS "${name}" jsonb`);
    const add = `ALTER TABLE "customer" ${added.join(', ')}`;
    await runner.query(withBriefLocks([['customer', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    const dropped = columns.map((name) => `DROP COLUMN "${name}"`);
    await runner.query(`ALTER TABLE "customer" ${dropped.join(', ')}`);
  }
}
