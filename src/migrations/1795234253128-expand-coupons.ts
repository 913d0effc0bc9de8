import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpandCoupons1795234253128 implements MigrationInterface {
  name = 'ExpandCoupons1795234253128';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "coupon" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "name" text NOT NULL,
        "description" text,
        "percent_off" integer,
        "amounts_off" jsonb,
        "duration_in_months" integer,
        "status" text NOT NULL,
        "source" text NOT NULL,
        "metadata" jsonb NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_coupon_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_coupon" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE TABLE "promotion_code" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "spelling_key" text NOT NULL,
        "coupon_uid" uuid NOT NULL,
        "coupon_id" text NOT NULL,
        "customer_uid" uuid,
        "customer_id" text,
        "status" text NOT NULL,
        "expires_at" TIMESTAMP(3) WITH TIME ZONE,
        "max_redemptions" integer,
        "times_redeemed" integer NOT NULL,
        "minimum_amount" jsonb,
        "first_purchase_only" boolean NOT NULL,
        "metadata" jsonb NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_promotion_code_spelling" UNIQUE ("environment_id", "spelling_key"),
        CONSTRAINT "pk_promotion_code" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(`CREATE INDEX "ix_promotion_code_id" ON "promotion_code" ("environment_id", "id")`);
    await runner.query(
      `CREATE INDEX "ix_promotion_code_coupon" ON "promotion_code" ("environment_id", "coupon_id", "uid")`,
    );
    await runner.query(`CREATE INDEX "ix_promotion_code_customer" ON "promotion_code" ("environment_id", "customer_id", "uid")
    WHERE customer_id IS NOT NULL`);
    await runner.query(`ALTER TABLE "promotion_code"
    ADD CONSTRAINT "fk_promotion_code_coupon" FOREIGN KEY ("environment_id", "coupon_uid") REFERENCES "coupon"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
    await runner.query(`ALTER TABLE "promotion_code"
    ADD CONSTRAINT "fk_promotion_code_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "promotion_code" DROP CONSTRAINT "fk_promotion_code_customer"`);
    await runner.query(`ALTER TABLE "promotion_code" DROP CONSTRAINT "fk_promotion_code_coupon"`);
    await runner.query(`DROP INDEX "public"."ix_promotion_code_customer"`);
    await runner.query(`DROP INDEX "public"."ix_promotion_code_coupon"`);
    await runner.query(`DROP INDEX "public"."ix_promotion_code_id"`);
    await runner.query(`DROP TABLE "promotion_code"`);
    await runner.query(`DROP TABLE "coupon"`);
  }
}
