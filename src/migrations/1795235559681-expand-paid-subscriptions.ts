import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandPaidSubscriptions1795235559681 implements MigrationInterface {
  name = 'ExpandPaidSubscriptions1795235559681';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription"
    ADD "purchase" jsonb`);
    await runner.query(`ALTER TABLE "subscription"
    ADD "billing_cycle_anchor" TIMESTAMP(3) WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "billing_cycle_anchor"`);
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "purchase"`);
  }
}
