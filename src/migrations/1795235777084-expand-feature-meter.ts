import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandFeatureMeter1795235777084 implements MigrationInterface {
  name = 'ExpandFeatureMeter1795235777084';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "feature"
    ADD "meter" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "feature" DROP COLUMN "meter"`);
  }
}
