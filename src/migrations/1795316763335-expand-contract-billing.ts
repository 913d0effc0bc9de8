import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandContractBilling1795316763335 implements MigrationInterface {
  name = 'ExpandContractBilling1795316763335';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "billing_article" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "name" text NOT NULL,
        "feature_uid" uuid,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_billing_article_name" UNIQUE ("environment_id", "name"),
        CONSTRAINT "pk_billing_article" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_billing_article_feature" ON "billing_article" ("environment_id", "feature_uid")`,
    );
    await runner.query(`CREATE TABLE "contract_billing_details" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "currency" text NOT NULL,
        "note" text,
        "payment_method" text,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_contract_billing_details" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE TABLE "contract_line_item" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "contract_uid" uuid NOT NULL,
        "external_id" text,
        "name" text NOT NULL,
        "article_uid" uuid,
        "feature_uid" uuid,
        "pricing_model_id" text NOT NULL,
        "rows" jsonb NOT NULL,
        "cycle_unit" text NOT NULL,
        "cycle_count" integer NOT NULL,
        "payment_time" text NOT NULL,
        "discount" numeric(38, 12) NOT NULL,
        "tax" numeric(38, 12) NOT NULL,
        "net_terms" integer,
        "separate_invoice" boolean NOT NULL,
        "activation_start_date" TIMESTAMP(3) WITH TIME ZONE,
        "activation_end_date" TIMESTAMP(3) WITH TIME ZONE,
        "legal_entity_uid" uuid,
        "legal_entity_id" text,
        "payment_account_uid" uuid,
        "payment_account_id" text,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_contract_line_item_external" UNIQUE ("environment_id", "contract_uid", "external_id"),
        CONSTRAINT "pk_contract_line_item" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_contract_line_item_article" ON "contract_line_item" ("environment_id", "article_uid")`,
    );
    await runner.query(
      `CREATE INDEX "ix_contract_line_item_feature" ON "contract_line_item" ("environment_id", "feature_uid")`,
    );
    await runner.query(
      `CREATE INDEX "ix_contract_line_item_entity" ON "contract_line_item" ("environment_id", "legal_entity_uid")`,
    );
    await runner.query(
      `CREATE INDEX "ix_contract_line_item_account" ON "contract_line_item" ("environment_id", "payment_account_uid")`,
    );
    await addReferences(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "contract_line_item" DROP CONSTRAINT "fk_contract_line_item_account"`);
    await runner.query(`ALTER TABLE "contract_line_item" DROP CONSTRAINT "fk_contract_line_item_entity"`);
    await runner.query(`ALTER TABLE "contract_line_item" DROP CONSTRAINT "fk_contract_line_item_feature"`);
    await runner.query(`ALTER TABLE "contract_line_item" DROP CONSTRAINT "fk_contract_line_item_article"`);
    await runner.query(`ALTER TABLE "contract_line_item" DROP CONSTRAINT "fk_contract_line_item_contract"`);
    await runner.query(
      `ALTER TABLE "contract_billing_details" DROP CONSTRAINT "fk_contract_billing_details_contract"`,
    );
    await runner.query(`ALTER TABLE "billing_article" DROP CONSTRAINT "fk_billing_article_feature"`);
    await runner.query(`DROP INDEX "public"."ix_contract_line_item_account"`);
    await runner.query(`DROP INDEX "public"."ix_contract_line_item_entity"`);
    await runner.query(`DROP INDEX "public"."ix_contract_line_item_feature"`);
    await runner.query(`DROP INDEX "public"."ix_contract_line_item_article"`);
    await runner.query(`DROP TABLE "contract_line_item"`);
    await runner.query(`DROP TABLE "contract_billing_details"`);
    await runner.query(`DROP INDEX "public"."ix_billing_article_feature"`);
    await runner.query(`DROP TABLE "billing_article"`);
  }
}

async function addReferences(runner: QueryRunner): Promise<void> {
  await runner.query(`ALTER TABLE "billing_article"
    ADD CONSTRAINT "fk_billing_article_feature" FOREIGN KEY ("environment_id", "feature_uid") REFERENCES "feature"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  await runner.query(`ALTER TABLE "contract_billing_details"
    ADD CONSTRAINT "fk_contract_billing_details_contract" FOREIGN KEY ("environment_id", "uid") REFERENCES "contract"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  await runner.query(`ALTER TABLE "contract_line_item"
    ADD CONSTRAINT "fk_contract_line_item_contract" FOREIGN KEY ("environment_id", "contract_uid") REFERENCES "contract"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  await runner.query(`ALTER TABLE "contract_line_item"
    ADD CONSTRAINT "fk_contract_line_item_article" FOREIGN KEY ("environment_id", "article_uid") REFERENCES "billing_article"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  await runner.query(`ALTER TABLE "contract_line_item"
    ADD CONSTRAINT "fk_contract_line_item_feature" FOREIGN KEY ("environment_id", "feature_uid") REFERENCES "feature"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  await runner.query(`ALTER TABLE "contract_line_item"
    ADD CONSTRAINT "fk_contract_line_item_entity" FOREIGN KEY ("environment_id", "legal_entity_uid") REFERENCES "legal_entity"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  await runner.query(`ALTER TABLE "contract_line_item"
    ADD CONSTRAINT "fk_contract_line_item_account" FOREIGN KEY ("environment_id", "payment_account_uid") REFERENCES "payment_account"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
}
