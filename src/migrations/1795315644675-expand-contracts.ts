import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandContracts1795315644675 implements MigrationInterface {
  name = 'ExpandContracts1795315644675';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "contract" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "customer_uid" uuid NOT NULL,
        "customer_id" text NOT NULL,
        "name" text,
        "po_number" text,
        "activation_start_date" TIMESTAMP(3) WITH TIME ZONE,
        "activation_end_date" TIMESTAMP(3) WITH TIME ZONE,
        "archived_at" TIMESTAMP(3) WITH TIME ZONE,
        "billing_id" uuid,
        "billing_stage" text,
        "billing_published_at" TIMESTAMP(3) WITH TIME ZONE,
        "billing_last_day" TIMESTAMP(3) WITH TIME ZONE,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_contract_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_contract" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_contract_customer" ON "contract" ("environment_id", "customer_id", "uid")`,
    );
    await runner.query(`CREATE INDEX "ix_contract_name" ON "contract" ("environment_id", "name", "uid")`);
    await runner.query(`ALTER TABLE "idempotent_answer"
    ADD "was_there" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "subscription"
    ADD "contract_uid" uuid`);
    await runner.query(`ALTER TABLE "subscription"
    ADD "contract_id" text`);
    await runner.query(`CREATE UNIQUE INDEX "uq_subscription_contract_product" ON "subscription" ("environment_id", "contract_uid", "product_uid")
    WHERE contract_uid IS NOT NULL`);
    await runner.query(`ALTER TABLE "contract"
    ADD CONSTRAINT "fk_contract_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "subscription"
    ADD CONSTRAINT "fk_subscription_contract" FOREIGN KEY ("environment_id", "contract_uid") REFERENCES "contract"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "subscription" DROP CONSTRAINT "fk_subscription_contract"`);
    await runner.query(`ALTER TABLE "contract" DROP CONSTRAINT "fk_contract_customer"`);
    await runner.query(`DROP INDEX "public"."uq_subscription_contract_product"`);
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "contract_id"`);
    await runner.query(`ALTER TABLE "subscription" DROP COLUMN "contract_uid"`);
    await runner.query(`ALTER TABLE "idempotent_answer" DROP COLUMN "was_there"`);
    await runner.query(`DROP INDEX "public"."ix_contract_name"`);
    await runner.query(`DROP INDEX "public"."ix_contract_customer"`);
    await runner.query(`DROP TABLE "contract"`);
  }
}
