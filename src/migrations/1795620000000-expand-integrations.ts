import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandIntegrations1795620000000 implements MigrationInterface {
  name = 'ExpandIntegrations1795620000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "integration" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "vendor_identifier" text NOT NULL,
        "display_name" text,
        "sealed_credentials" text,
        "credentials_changed_at" TIMESTAMP(3) WITH TIME ZONE,
        "is_sandbox" boolean NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_integration_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_integration" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE UNIQUE INDEX "uq_integration_vendor" ON "integration" ("environment_id", "vendor_identifier")
    WHERE vendor_identifier <> 'STRIPE'`);
    await runner.query(`CREATE UNIQUE INDEX "uq_integration_collecting" ON "integration" ("environment_id")
    WHERE vendor_identifier = 'STRIPE'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."uq_integration_collecting"`);
    await runner.query(`DROP INDEX "public"."uq_integration_vendor"`);
    await runner.query(`DROP TABLE "integration"`);
  }
}
