import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How customers want their wallets to be recharged, and the attempt that is under way. ADR-0102 */
export class ExpandAutoRecharges1795684000001 implements MigrationInterface {
  name = 'ExpandAutoRecharges1795684000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "auto_recharge" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "wallet_uid" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "customer_id" text NOT NULL,
        "currency_uid" uuid NOT NULL,
        "currency_id" text NOT NULL,
        "is_enabled" boolean NOT NULL,
        "threshold_type" text NOT NULL,
        "threshold_value" numeric(38, 12) NOT NULL,
        "target_balance" numeric(38, 12) NOT NULL,
        "max_spend_limit" numeric(38, 12),
        "grant_expiration_period" text NOT NULL,
        "collected_by" text,
        "configured_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "failures" integer NOT NULL,
        "spent" numeric(38, 12) NOT NULL,
        "spent_in" text,
        "attempt" jsonb,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_auto_recharge_place" UNIQUE ("environment_id", "customer_uid", "currency_uid"),
        CONSTRAINT "pk_auto_recharge" PRIMARY KEY ("environment_id", "uid")
    )`);
    await runner.query(
      `CREATE UNIQUE INDEX "ix_auto_recharge_wallet" ON "auto_recharge" ("environment_id", "wallet_uid")`,
    );
    await runner.query(`ALTER TABLE "auto_recharge" ADD CONSTRAINT "fk_auto_recharge_wallet"
        FOREIGN KEY ("environment_id", "wallet_uid") REFERENCES "credit_wallet" ("environment_id", "uid")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "auto_recharge"`);
  }
}
