import type { MigrationInterface, QueryRunner } from 'typeorm';

const creations = [
  `CREATE TABLE "webhook" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "id" text NOT NULL,
    "name" text NOT NULL,
    "endpoint" text NOT NULL,
    "event_types" jsonb NOT NULL,
    "status" text NOT NULL,
    "sealed_secret" text NOT NULL,
    "last_four" text NOT NULL,
    "former_sealed_secret" text,
    "former_ends_at" TIMESTAMP(3) WITH TIME ZONE,
    "stopped_at" TIMESTAMP(3) WITH TIME ZONE,
    "revision" integer NOT NULL DEFAULT '1',
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_webhook_id" UNIQUE ("environment_id", "id"),
    CONSTRAINT "pk_webhook" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE "webhook_health" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "failing_since" TIMESTAMP(3) WITH TIME ZONE,
    "last_success_at" TIMESTAMP(3) WITH TIME ZONE,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_webhook_health" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE "webhook_delivery" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "webhook_uid" uuid NOT NULL,
    "event_uid" uuid NOT NULL,
    "type" text NOT NULL,
    "state" text NOT NULL,
    "attempts" integer NOT NULL,
    "due_at" TIMESTAMP(3) WITH TIME ZONE,
    "lease" uuid,
    "last_status" integer,
    "last_error" text,
    "last_attempt_at" TIMESTAMP(3) WITH TIME ZONE,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_webhook_delivery_event" UNIQUE ("environment_id", "webhook_uid", "event_uid"),
    CONSTRAINT "pk_webhook_delivery" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE INDEX "ix_webhook_delivery_pending" ON "webhook_delivery" ("environment_id", "webhook_uid", "due_at", "uid")
    WHERE "state" = 'PENDING'`,
  `CREATE INDEX "ix_webhook_delivery_webhook" ON "webhook_delivery" ("environment_id", "webhook_uid", "uid")`,
  `CREATE INDEX "ix_webhook_delivery_failed" ON "webhook_delivery" ("environment_id", "webhook_uid", "uid")
    WHERE "state" = 'FAILED'`,
  `CREATE INDEX "ix_webhook_delivery_created_at" ON "webhook_delivery" ("created_at")`,
];

/** Receivers of events, and what they are sent. Domain: access-and-events W1, W3 */
export class ExpandWebhooks1795704000000 implements MigrationInterface {
  name = 'ExpandWebhooks1795704000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const creation of creations) await runner.query(creation);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_delivery', 'webhook_health', 'webhook'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
