import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every table of the first release. */
export class ExpandFoundation1764000000000 implements MigrationInterface {
  name = 'ExpandFoundation1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    await addReferences(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`DROP TABLE "${table}" CASCADE`);
  }
}

const tables = [
  'idempotent_answer',
  'outbox_event',
  'event_delivery',
  'account',
  'environment',
  'member',
  'member_environment',
  'api_key',
  'product',
  'feature',
];

async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE "idempotent_answer" (
      "environment_id" uuid NOT NULL,
      "door" text NOT NULL,
      "operation" text NOT NULL,
      "key" text NOT NULL,
      "fingerprint" text NOT NULL,
      "answer" jsonb,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "pk_idempotent_answer" PRIMARY KEY ("environment_id", "door", "operation", "key")
    )`);
  await runner.query(`CREATE INDEX "ix_idempotent_answer_created_at" ON "idempotent_answer" ("created_at")`);
  await runner.query(`CREATE TABLE "outbox_event" (
      "environment_id" uuid NOT NULL,
      "uid" uuid NOT NULL,
      "type" text NOT NULL,
      "entity_type" text NOT NULL,
      "entity_id" text NOT NULL,
      "actor" text NOT NULL,
      "payload" jsonb NOT NULL,
      "occurred_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "pk_outbox_event" PRIMARY KEY ("environment_id", "uid")
    )`);
  await runner.query(`CREATE INDEX "ix_outbox_event_occurred_at" ON "outbox_event" ("occurred_at")`);
  await runner.query(`CREATE TABLE "event_delivery" (
      "environment_id" uuid NOT NULL,
      "event_uid" uuid NOT NULL,
      "handler" text NOT NULL,
      "delivered_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "pk_event_delivery" PRIMARY KEY ("environment_id", "event_uid", "handler")
    )`);
  await runner.query(`CREATE TABLE "account" (
      "uid" uuid NOT NULL,
      "name" text NOT NULL,
      "tier" text NOT NULL,
      "status" text NOT NULL,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "pk_account" PRIMARY KEY ("uid")
    )`);
  await runner.query(`CREATE TABLE "environment" (
      "uid" uuid NOT NULL,
      "account_uid" uuid NOT NULL,
      "name" text NOT NULL,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "uq_environment_name" UNIQUE ("account_uid", "name"),
      CONSTRAINT "pk_environment" PRIMARY KEY ("uid")
    )`);
  await runner.query(`CREATE TABLE "member" (
      "uid" uuid NOT NULL,
      "account_uid" uuid NOT NULL,
      "subject" text NOT NULL,
      "role" text NOT NULL,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "uq_member_subject" UNIQUE ("subject", "account_uid"),
      CONSTRAINT "pk_member" PRIMARY KEY ("uid")
    )`);
  await runner.query(`CREATE TABLE "member_environment" (
      "member_uid" uuid NOT NULL,
      "environment_id" uuid NOT NULL,
      "role" text NOT NULL,
      CONSTRAINT "pk_member_environment" PRIMARY KEY ("member_uid", "environment_id")
    )`);
  await runner.query(`CREATE TABLE "api_key" (
      "environment_id" uuid NOT NULL,
      "uid" uuid NOT NULL,
      "id" text NOT NULL,
      "display_name" text NOT NULL,
      "kind" text NOT NULL,
      "digest" text NOT NULL,
      "last_four" text NOT NULL,
      "scopes" jsonb NOT NULL,
      "expires_at" TIMESTAMP(3) WITH TIME ZONE,
      "revoked_at" TIMESTAMP(3) WITH TIME ZONE,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "uq_api_key_id" UNIQUE ("environment_id", "id"),
      CONSTRAINT "pk_api_key" PRIMARY KEY ("environment_id", "uid")
    )`);
  await runner.query(`CREATE UNIQUE INDEX "uq_api_key_digest" ON "api_key" ("digest")`);
  await runner.query(`CREATE TABLE "product" (
      "environment_id" uuid NOT NULL,
      "uid" uuid NOT NULL,
      "id" text NOT NULL,
      "display_name" text NOT NULL,
      "description" text,
      "metadata" jsonb NOT NULL,
      "multiple_subscriptions" boolean NOT NULL,
      "status" text NOT NULL,
      "settings" jsonb NOT NULL,
      "usage_reset_cutoff" text NOT NULL,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "uq_product_id" UNIQUE ("environment_id", "id"),
      CONSTRAINT "pk_product" PRIMARY KEY ("environment_id", "uid")
    )`);
  await runner.query(`CREATE TABLE "feature" (
      "environment_id" uuid NOT NULL,
      "uid" uuid NOT NULL,
      "id" text NOT NULL,
      "display_name" text NOT NULL,
      "description" text,
      "feature_type" text NOT NULL,
      "meter_type" text NOT NULL,
      "feature_status" text NOT NULL,
      "feature_units" text,
      "feature_units_plural" text,
      "enum_configuration" jsonb,
      "unit_transformation" jsonb,
      "metadata" jsonb NOT NULL,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "uq_feature_id" UNIQUE ("environment_id", "id"),
      CONSTRAINT "pk_feature" PRIMARY KEY ("environment_id", "uid")
    )`);
}

async function addReferences(runner: QueryRunner): Promise<void> {
  await runner.query(
    `ALTER TABLE "environment" ADD CONSTRAINT "fk_environment_account" FOREIGN KEY ("account_uid") REFERENCES "account"("uid")`,
  );
  await runner.query(
    `ALTER TABLE "member" ADD CONSTRAINT "fk_member_account" FOREIGN KEY ("account_uid") REFERENCES "account"("uid")`,
  );
  await runner.query(
    `ALTER TABLE "member_environment" ADD CONSTRAINT "fk_member_environment_member" FOREIGN KEY ("member_uid") REFERENCES "member"("uid")`,
  );
  await runner.query(
    `ALTER TABLE "member_environment" ADD CONSTRAINT "fk_member_environment_environment" FOREIGN KEY ("environment_id") REFERENCES "environment"("uid")`,
  );
}
