import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandCharges1795235042733 implements MigrationInterface {
  name = 'ExpandCharges1795235042733';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "charge" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "package_version_uid" uuid NOT NULL,
        "billing_id" text,
        "billing_model" text NOT NULL,
        "billing_period" text NOT NULL,
        "billing_cadence" text NOT NULL,
        "billing_country_code" text,
        "is_overage" boolean NOT NULL,
        "feature_uid" uuid,
        "feature_id" text,
        "custom_currency_uid" uuid,
        "custom_currency_id" text,
        "currency" text,
        "price" numeric(38, 12),
        "tiers_mode" text,
        "tiers" jsonb,
        "block_size" numeric(38, 12),
        "min_unit_quantity" integer,
        "max_unit_quantity" integer,
        "credit_grant_cadence" text,
        "rate_amount" numeric(38, 12),
        "rate_currency_uid" uuid,
        "rate_currency_id" text,
        "cost_formula" text,
        "reset_period" text,
        "according_to" text,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_charge_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_charge" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_charge_version" ON "charge" ("environment_id", "package_version_uid")`,
    );
    await runner.query(`CREATE INDEX "ix_charge_feature" ON "charge" ("environment_id", "feature_uid")`);
    await runner.query(
      `CREATE INDEX "ix_charge_currency" ON "charge" ("environment_id", "custom_currency_uid")`,
    );
    await runner.query(
      `CREATE INDEX "ix_charge_rate_currency" ON "charge" ("environment_id", "rate_currency_uid")`,
    );
    await runner.query(`ALTER TABLE "package_version"
    ADD "default_trial_config" jsonb`);
    await runner.query(`ALTER TABLE "package_version"
    ADD "overage_billing_period" text`);
    await runner.query(`ALTER TABLE "charge"
    ADD CONSTRAINT "fk_charge_version" FOREIGN KEY ("environment_id", "package_version_uid") REFERENCES "package_version"("environment_id", "uid") ON DELETE CASCADE ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "charge"
    ADD CONSTRAINT "fk_charge_feature" FOREIGN KEY ("environment_id", "feature_uid") REFERENCES "feature"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "charge"
    ADD CONSTRAINT "fk_charge_currency" FOREIGN KEY ("environment_id", "custom_currency_uid") REFERENCES "custom_currency"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "charge"
    ADD CONSTRAINT "fk_charge_rate_currency" FOREIGN KEY ("environment_id", "rate_currency_uid") REFERENCES "custom_currency"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "charge" DROP CONSTRAINT "fk_charge_rate_currency"`);
    await runner.query(`ALTER TABLE "charge" DROP CONSTRAINT "fk_charge_currency"`);
    await runner.query(`ALTER TABLE "charge" DROP CONSTRAINT "fk_charge_feature"`);
    await runner.query(`ALTER TABLE "charge" DROP CONSTRAINT "fk_charge_version"`);
    await runner.query(`ALTER TABLE "package_version" DROP COLUMN "overage_billing_period"`);
    await runner.query(`ALTER TABLE "package_version" DROP COLUMN "default_trial_config"`);
    await runner.query(`DROP INDEX "public"."ix_charge_rate_currency"`);
    await runner.query(`DROP INDEX "public"."ix_charge_currency"`);
    await runner.query(`DROP INDEX "public"."ix_charge_feature"`);
    await runner.query(`DROP INDEX "public"."ix_charge_version"`);
    await runner.query(`DROP TABLE "charge"`);
  }
}
