import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** What an environment is for. Those that are there are taken for what customers live in; so are those that the last release makes. */
export class ExpandEnvironmentTypes1795460000000 implements MigrationInterface {
  name = 'ExpandEnvironmentTypes1795460000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const add = `ALTER TABLE "environment" ADD COLUMN IF NOT EXISTS "type" text NOT NULL DEFAULT 'PRODUCTION'`;
    await runner.query(withBriefLocks([['environment', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "environment" DROP COLUMN "type"`);
  }
}
