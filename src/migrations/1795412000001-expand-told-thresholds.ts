import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each window was told of. The last release tells of none and leaves the column as it is. ADR-0058 */
export class ExpandToldThresholds1795412000001 implements MigrationInterface {
  name = 'ExpandToldThresholds1795412000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "usage_window" ADD "told_threshold" smallint NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "usage_window" DROP COLUMN "told_threshold"`);
  }
}
