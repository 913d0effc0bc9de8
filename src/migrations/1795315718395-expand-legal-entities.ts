import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandLegalEntities1795315718395 implements MigrationInterface {
  name = 'ExpandLegalEntities1795315718395';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "legal_entity" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "name" text NOT NULL,
        "legal_name" text,
        "registration_number" text,
        "address" jsonb,
        "tax_ids" jsonb NOT NULL,
        "email" text,
        "invoice_number_prefix" text,
        "is_default" boolean NOT NULL,
        "status" text NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_legal_entity_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_legal_entity" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE UNIQUE INDEX "uq_legal_entity_default" ON "legal_entity" ("environment_id")
    WHERE is_default`);
    await runner.query(`CREATE TABLE "payment_account" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "legal_entity_uid" uuid NOT NULL,
        "legal_entity_id" text NOT NULL,
        "name" text NOT NULL,
        "bank_name" text,
        "account_holder" text,
        "iban" text,
        "account_number" text,
        "routing_number" text,
        "bic" text,
        "currency" text,
        "status" text NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_payment_account_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_payment_account" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_payment_account_entity" ON "payment_account" ("environment_id", "legal_entity_uid")`,
    );
    await runner.query(`ALTER TABLE "payment_account"
    ADD CONSTRAINT "fk_payment_account_entity" FOREIGN KEY ("environment_id", "legal_entity_uid") REFERENCES "legal_entity"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "payment_account" DROP CONSTRAINT "fk_payment_account_entity"`);
    await runner.query(`DROP INDEX "public"."ix_payment_account_entity"`);
    await runner.query(`DROP TABLE "payment_account"`);
    await runner.query(`DROP INDEX "public"."uq_legal_entity_default"`);
    await runner.query(`DROP TABLE "legal_entity"`);
  }
}
