import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an environment is for. Those that are there are taken for what customers live in; so are those that the last release makes. */
export class ExpandEnvironmentTypes1795460000000 implements MigrationInterface {
  name = 'ExpandEnvironmentTypes1795460000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "environment" ADD COLUMN "type" text NOT NULL DEFAULT 'PRODUCTION'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "environment" DROP COLUMN "type"`);
  }
}
