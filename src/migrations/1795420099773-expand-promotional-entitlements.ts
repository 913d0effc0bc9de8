import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandPromotionalEntitlements1795420099773 implements MigrationInterface {
  name = 'ExpandPromotionalEntitlements1795420099773';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "promotional_entitlement" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "customer_id" text NOT NULL,
        "feature_uid" uuid NOT NULL,
        "feature_id" text NOT NULL,
        "usage_limit" bigint,
        "has_unlimited_usage" boolean NOT NULL,
        "has_soft_limit" boolean NOT NULL,
        "enum_values" jsonb,
        "reset_period" text,
        "according_to" text,
        "is_visible" boolean NOT NULL,
        "period" text NOT NULL,
        "start_date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "end_date" TIMESTAMP(3) WITH TIME ZONE,
        "expired_at" TIMESTAMP(3) WITH TIME ZONE,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_promotional_entitlement" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE UNIQUE INDEX "uq_promotional_entitlement_running" ON "promotional_entitlement" ("environment_id", "customer_uid", "feature_uid")
    WHERE expired_at IS NULL`);
    await runner.query(
      `CREATE INDEX "ix_promotional_entitlement_customer" ON "promotional_entitlement" ("environment_id", "customer_uid", "uid")`,
    );
    await runner.query(
      `CREATE INDEX "ix_promotional_entitlement_feature" ON "promotional_entitlement" ("environment_id", "feature_uid")`,
    );
    await runner.query(`CREATE INDEX "ix_promotional_entitlement_due" ON "promotional_entitlement" ("end_date", "uid")
    WHERE expired_at IS NULL
        AND end_date IS NOT NULL`);
    await runner.query(`ALTER TABLE "promotional_entitlement"
    ADD CONSTRAINT "fk_promotional_entitlement_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "promotional_entitlement"
    ADD CONSTRAINT "fk_promotional_entitlement_feature" FOREIGN KEY ("environment_id", "feature_uid") REFERENCES "feature"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "promotional_entitlement" DROP CONSTRAINT "fk_promotional_entitlement_feature"`,
    );
    await runner.query(
      `ALTER TABLE "promotional_entitlement" DROP CONSTRAINT "fk_promotional_entitlement_customer"`,
    );
    await runner.query(`DROP INDEX "public"."ix_promotional_entitlement_due"`);
    await runner.query(`DROP INDEX "public"."ix_promotional_entitlement_feature"`);
    await runner.query(`DROP INDEX "public"."ix_promotional_entitlement_customer"`);
    await runner.query(`DROP INDEX "public"."uq_promotional_entitlement_running"`);
    await runner.query(`DROP TABLE "promotional_entitlement"`);
  }
}
