import type { MigrationInterface, QueryRunner } from 'typeorm';

const creations = [
  `CREATE TABLE "export_destination" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "id" text NOT NULL,
    "type" text NOT NULL,
    "enabled_models" jsonb NOT NULL,
    "integration_id" text,
    "connected_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "revision" integer NOT NULL DEFAULT '1',
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "uq_export_destination_id" UNIQUE ("environment_id", "id"),
    CONSTRAINT "pk_export_destination" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE "export_sync" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "destination_uid" uuid NOT NULL,
    "state" text NOT NULL,
    "attempts" integer NOT NULL,
    "takings" integer NOT NULL,
    "rows_transferred" bigint NOT NULL,
    "blamed" text,
    "failure" text,
    "due_at" TIMESTAMP(3) WITH TIME ZONE,
    "lease_owner" uuid,
    "lease_until" TIMESTAMP(3) WITH TIME ZONE,
    "finished_at" TIMESTAMP(3) WITH TIME ZONE,
    "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "pk_export_sync" PRIMARY KEY ("environment_id", "uid"),
    CONSTRAINT "fk_export_sync_destination" FOREIGN KEY ("environment_id", "destination_uid")
      REFERENCES "export_destination" ("environment_id", "uid") ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX "uq_export_sync_open" ON "export_sync" ("environment_id", "destination_uid") WHERE finished_at IS NULL`,
  `CREATE INDEX "ix_export_sync_destination" ON "export_sync" ("environment_id", "destination_uid", "uid")`,
  `CREATE INDEX "ix_export_sync_due" ON "export_sync" ("due_at") WHERE finished_at IS NULL`,
];

/** Where data is exported to, and how it goes. Domain: access-and-events W9 */
export class ExpandDataExport1795708000000 implements MigrationInterface {
  name = 'ExpandDataExport1795708000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const creation of creations) await runner.query(creation);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['export_sync', 'export_destination']) await runner.query(`DROP TABLE "${table}"`);
  }
}
