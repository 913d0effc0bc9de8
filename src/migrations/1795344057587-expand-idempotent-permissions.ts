import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandIdempotentPermissions1795344057587 implements MigrationInterface {
  name = 'ExpandIdempotentPermissions1795344057587';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "idempotent_answer"
    ADD "permissions" jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "idempotent_answer" DROP COLUMN "permissions"`);
  }
}
