import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  `CREATE TABLE "credit_wallet" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "customer_id" text NOT NULL,
        "currency_uid" uuid NOT NULL,
        "currency_id" text NOT NULL,
        "resource_key" text NOT NULL,
        "resource_id" text,
        "seq" bigint NOT NULL,
        "granted" numeric(38, 12) NOT NULL,
        "used" numeric(38, 12) NOT NULL,
        "expired_until" TIMESTAMP(3) WITH TIME ZONE,
        "head" bytea NOT NULL,
        "next_due" TIMESTAMP(3) WITH TIME ZONE,
        "source_due" TIMESTAMP(3) WITH TIME ZONE,
        "period_end" TIMESTAMP(3) WITH TIME ZONE,
        "sources" jsonb NOT NULL,
        "moved_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_credit_wallet_place" UNIQUE (
            "environment_id",
            "customer_uid",
            "currency_uid",
            "resource_key"
        ),
        CONSTRAINT "pk_credit_wallet" PRIMARY KEY ("environment_id", "uid")
    ) WITH (fillfactor = 70)`,
  `CREATE INDEX "ix_credit_wallet_due_here" ON "credit_wallet" ("environment_id", "next_due", "uid")
    WHERE next_due IS NOT NULL`,
  `CREATE INDEX "ix_credit_wallet_due" ON "credit_wallet" ("next_due", "uid")
    WHERE next_due IS NOT NULL`,
  `CREATE TABLE "credit_grant" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "id" text NOT NULL,
        "wallet_uid" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "customer_id" text NOT NULL,
        "currency_uid" uuid NOT NULL,
        "currency_id" text NOT NULL,
        "resource_key" text NOT NULL,
        "resource_id" text,
        "grant_type" text NOT NULL,
        "source_type" text,
        "source_key" uuid,
        "source_entitlement" text,
        "cadence" text,
        "window_end" TIMESTAMP(3) WITH TIME ZONE,
        "display_name" text NOT NULL,
        "amount" numeric(38, 12) NOT NULL,
        "consumed" numeric(38, 12) NOT NULL,
        "priority" integer NOT NULL,
        "effective_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "expire_at" TIMESTAMP(3) WITH TIME ZONE,
        "is_posted" boolean NOT NULL,
        "is_idle" boolean NOT NULL,
        "closed_at" TIMESTAMP(3) WITH TIME ZONE,
        "voided_at" TIMESTAMP(3) WITH TIME ZONE,
        "granted_by" text NOT NULL,
        "cost_amount" numeric(38, 12),
        "cost_currency" text,
        "comment" text,
        "metadata" jsonb NOT NULL,
        "revision" integer NOT NULL DEFAULT '1',
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_credit_grant_id" UNIQUE ("environment_id", "id"),
        CONSTRAINT "pk_credit_grant" PRIMARY KEY ("environment_id", "uid")
    ) WITH (fillfactor = 70)`,
  `CREATE INDEX "ix_credit_grant_open" ON "credit_grant" ("environment_id", "wallet_uid")
    WHERE NOT is_idle`,
  `CREATE INDEX "ix_credit_grant_source" ON "credit_grant" ("environment_id", "source_key")
    WHERE source_key IS NOT NULL
        AND NOT is_idle`,
  `CREATE INDEX "ix_credit_grant_wallet" ON "credit_grant" ("environment_id", "wallet_uid", "uid")`,
  `CREATE INDEX "ix_credit_grant_customer" ON "credit_grant" ("environment_id", "customer_uid", "uid")`,
  `CREATE TABLE "credit_recurrence" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "wallet_uid" uuid NOT NULL,
        "source_key" uuid NOT NULL,
        "key" text NOT NULL,
        "source_type" text NOT NULL,
        "display_name" text NOT NULL,
        "amount" numeric(38, 12) NOT NULL,
        "cadence" text NOT NULL,
        "has_soft_limit" boolean NOT NULL,
        "anchor" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "until" TIMESTAMP(3) WITH TIME ZONE,
        "due_at" TIMESTAMP(3) WITH TIME ZONE,
        "next_start" TIMESTAMP(3) WITH TIME ZONE,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_credit_recurrence_key" UNIQUE ("environment_id", "wallet_uid", "source_key", "key"),
        CONSTRAINT "pk_credit_recurrence" PRIMARY KEY ("environment_id", "uid")
    )`,
  `CREATE INDEX "ix_credit_recurrence_source" ON "credit_recurrence" ("environment_id", "source_key")`,
  `CREATE TABLE "credit_ledger_entry" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "wallet_uid" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "seq" bigint NOT NULL,
        "event_type" text NOT NULL,
        "timestamp" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "amount" numeric(38, 12) NOT NULL,
        "grant_uid" uuid NOT NULL,
        "event_id" uuid,
        "feature_id" text,
        "starting_balance" numeric(38, 12) NOT NULL,
        "ending_balance" numeric(38, 12) NOT NULL,
        "actor" text NOT NULL,
        "terms" jsonb,
        "digest" bytea NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_credit_ledger_entry_seq" UNIQUE ("environment_id", "wallet_uid", "seq"),
        CONSTRAINT "pk_credit_ledger_entry" PRIMARY KEY ("environment_id", "uid")
    )`,
  `CREATE INDEX "ix_credit_ledger_entry_customer" ON "credit_ledger_entry" ("environment_id", "customer_uid", "uid")`,
  `CREATE TABLE "credit_consumption" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "wallet_uid" uuid NOT NULL,
        "customer_uid" uuid NOT NULL,
        "currency_uid" uuid NOT NULL,
        "idempotency_key" text NOT NULL,
        "amount" numeric(38, 12) NOT NULL,
        "occurred_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "dimensions" jsonb,
        "usage_after" numeric(38, 12) NOT NULL,
        "limit_after" numeric(38, 12) NOT NULL,
        "period_end" TIMESTAMP(3) WITH TIME ZONE,
        "told_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "uq_credit_consumption_key" UNIQUE (
            "environment_id",
            "customer_uid",
            "currency_uid",
            "idempotency_key"
        ),
        CONSTRAINT "pk_credit_consumption" PRIMARY KEY ("environment_id", "uid")
    )`,
];

const references = [
  `ALTER TABLE "credit_wallet"
    ADD CONSTRAINT "fk_credit_wallet_customer" FOREIGN KEY ("environment_id", "customer_uid") REFERENCES "customer"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "credit_wallet"
    ADD CONSTRAINT "fk_credit_wallet_currency" FOREIGN KEY ("environment_id", "currency_uid") REFERENCES "custom_currency"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "credit_grant"
    ADD CONSTRAINT "fk_credit_grant_wallet" FOREIGN KEY ("environment_id", "wallet_uid") REFERENCES "credit_wallet"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "credit_recurrence"
    ADD CONSTRAINT "fk_credit_recurrence_wallet" FOREIGN KEY ("environment_id", "wallet_uid") REFERENCES "credit_wallet"("environment_id", "uid") ON DELETE NO ACTION ON UPDATE NO ACTION`,
];

/** Whoever the role is. A migration that must change what stands there switches the triggers off for its own statement. Domain: credits D1 */
const appendOnly = [
  `CREATE FUNCTION keep_credit_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the ledger of credits is append-only: % is refused', TG_OP;
    END $$`,
  `CREATE TRIGGER credit_ledger_kept BEFORE UPDATE OR DELETE ON credit_ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION keep_credit_ledger()`,
  `CREATE TRIGGER credit_ledger_whole BEFORE TRUNCATE ON credit_ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION keep_credit_ledger()`,
];

/** Wallets, grants and consumptions of credits, and their ledger. Rows of wallets and grants are written over without touching an index. ADR-0098 */
export class ExpandCredits1795680000000 implements MigrationInterface {
  name = 'ExpandCredits1795680000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tables, ...references, ...appendOnly]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER credit_ledger_kept ON credit_ledger_entry`);
    await runner.query(`DROP TRIGGER credit_ledger_whole ON credit_ledger_entry`);
    await runner.query(`DROP FUNCTION keep_credit_ledger()`);
    await runner.query(`ALTER TABLE "credit_grant" DROP CONSTRAINT "fk_credit_grant_wallet"`);
    await runner.query(`ALTER TABLE "credit_wallet" DROP CONSTRAINT "fk_credit_wallet_currency"`);
    await runner.query(`ALTER TABLE "credit_wallet" DROP CONSTRAINT "fk_credit_wallet_customer"`);
    await runner.query(`DROP TABLE "credit_recurrence"`);
    await runner.query(`DROP TABLE "credit_consumption"`);
    await runner.query(`DROP INDEX "public"."ix_credit_ledger_entry_customer"`);
    await runner.query(`DROP TABLE "credit_ledger_entry"`);
    await runner.query(`DROP INDEX "public"."ix_credit_grant_customer"`);
    await runner.query(`DROP INDEX "public"."ix_credit_grant_wallet"`);
    await runner.query(`DROP INDEX "public"."ix_credit_grant_source"`);
    await runner.query(`DROP INDEX "public"."ix_credit_grant_open"`);
    await runner.query(`DROP TABLE "credit_grant"`);
    await runner.query(`DROP INDEX "public"."ix_credit_wallet_due"`);
    await runner.query(`DROP INDEX "public"."ix_credit_wallet_due_here"`);
    await runner.query(`DROP TABLE "credit_wallet"`);
  }
}
