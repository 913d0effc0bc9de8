import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandAutoCancellation1795237739454 implements MigrationInterface {
  name = 'ExpandAutoCancellation1795237739454';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "product_auto_cancellation" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "source_uid" uuid NOT NULL,
        "source_id" text NOT NULL,
        "target_uid" uuid NOT NULL,
        "target_id" text NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_product_auto_cancellation" UNIQUE ("environment_id", "source_uid", "target_uid"),
        CONSTRAINT "pk_product_auto_cancellation" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_product_auto_cancellation_target" ON "product_auto_cancellation" ("environment_id", "target_uid")`,
    );
    await runner.query(`ALTER TABLE "product_auto_cancellation"
    ADD CONSTRAINT "fk_product_auto_cancellation_source" FOREIGN KEY ("environment_id", "source_uid") REFERENCES "product"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "product_auto_cancellation"
    ADD CONSTRAINT "fk_product_auto_cancellation_target" FOREIGN KEY ("environment_id", "target_uid") REFERENCES "product"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "product_auto_cancellation" DROP CONSTRAINT "fk_product_auto_cancellation_target"`,
    );
    await runner.query(
      `ALTER TABLE "product_auto_cancellation" DROP CONSTRAINT "fk_product_auto_cancellation_source"`,
    );
    await runner.query(`DROP INDEX "public"."ix_product_auto_cancellation_target"`);
    await runner.query(`DROP TABLE "product_auto_cancellation"`);
  }
}
