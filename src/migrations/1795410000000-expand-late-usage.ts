import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Usage that came late is billed by lines of later invoices. ADR-0059 */
export class ExpandLateUsage1795410000000 implements MigrationInterface {
  name = 'ExpandLateUsage1795410000000';

  // No row bears a correction yet: the index is built empty, in one pass over the table.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invoice" ADD "owed_from" TIMESTAMP(3) WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "invoice_line" ADD "corrects" uuid`);
    await runner.query(`ALTER TABLE "invoice_line" ADD "correction" integer`);
    await runner.query(`CREATE UNIQUE INDEX "uq_invoice_line_correction" ON "invoice_line" ("environment_id", "corrects", "correction")
    WHERE corrects IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."uq_invoice_line_correction"`);
    await runner.query(`ALTER TABLE "invoice_line" DROP COLUMN "correction"`);
    await runner.query(`ALTER TABLE "invoice_line" DROP COLUMN "corrects"`);
    await runner.query(`ALTER TABLE "invoice" DROP COLUMN "owed_from"`);
  }
}
