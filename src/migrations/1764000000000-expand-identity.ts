import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kernel: idempotent answers, outbox. Identity: accounts, environments, members, keys. */
export class ExpandIdentity1764000000000 implements MigrationInterface {
  name = 'ExpandIdentity1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
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
];

const statements = [
  `CREATE TABLE "idempotent_answer" (
    "environment_id" uuid NOT NULL,
    "door" text NOT NULL,
    "operation" text NOT NULL,
    "key" text NOT NULL,
    "fingerprint" text NOT NULL,
    "answer" json,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_idempotent_answer" PRIMARY KEY ("environment_id", "door", "operation", "key")
  )`,
  `CREATE INDEX "ix_idempotent_answer_created_at" ON "idempotent_answer" ("created_at")`,
  `CREATE TABLE "outbox_event" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "type" text NOT NULL,
    "entity_type" text NOT NULL,
    "entity_id" text NOT NULL,
    "actor" text NOT NULL,
    "payload" jsonb NOT NULL,
    "occurred_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_outbox_event" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE INDEX "ix_outbox_event_occurred_at" ON "outbox_event" ("occurred_at")`,
  `CREATE TABLE "event_delivery" (
    "environment_id" uuid NOT NULL,
    "event_uid" uuid NOT NULL,
    "handler" text NOT NULL,
    "delivered_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_event_delivery" PRIMARY KEY ("environment_id", "event_uid", "handler")
  )`,
  `CREATE TABLE "account" (
    "uid" uuid NOT NULL,
    "name" text NOT NULL,
    "tier" text NOT NULL,
    "status" text NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_account" PRIMARY KEY ("uid")
  )`,
  `CREATE TABLE "environment" (
    "uid" uuid NOT NULL,
    "account_uid" uuid NOT NULL,
    "name" text NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_environment_name" UNIQUE ("account_uid", "name"),
    CONSTRAINT "pk_environment" PRIMARY KEY ("uid")
  )`,
  `CREATE TABLE "member" (
    "uid" uuid NOT NULL,
    "account_uid" uuid NOT NULL,
    "subject" text NOT NULL,
    "role" text NOT NULL,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_member_subject" UNIQUE ("subject", "account_uid"),
    CONSTRAINT "pk_member" PRIMARY KEY ("uid")
  )`,
  `CREATE TABLE "member_environment" (
    "member_uid" uuid NOT NULL,
    "environment_id" uuid NOT NULL,
    "role" text NOT NULL,
    CONSTRAINT "pk_member_environment" PRIMARY KEY ("member_uid", "environment_id")
  )`,
  `CREATE TABLE "api_key" (
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
  )`,
  `CREATE UNIQUE INDEX "uq_api_key_digest" ON "api_key" ("digest")`,
  `ALTER TABLE "environment" ADD CONSTRAINT "fk_environment_account" FOREIGN KEY ("account_uid") REFERENCES "account"("uid")`,
  `ALTER TABLE "member" ADD CONSTRAINT "fk_member_account" FOREIGN KEY ("account_uid") REFERENCES "account"("uid")`,
  `ALTER TABLE "member_environment" ADD CONSTRAINT "fk_member_environment_member" FOREIGN KEY ("member_uid") REFERENCES "member"("uid")`,
  `ALTER TABLE "member_environment" ADD CONSTRAINT "fk_member_environment_environment" FOREIGN KEY ("environment_id") REFERENCES "environment"("uid")`,
];
