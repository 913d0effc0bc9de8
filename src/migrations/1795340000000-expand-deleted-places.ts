import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where deleted objects stood in their lists. Domain: access-and-events L2a */
export class ExpandDeletedPlaces1795340000000 implements MigrationInterface {
  name = 'ExpandDeletedPlaces1795340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "deleted_place" (
        "environment_id" uuid NOT NULL,
        "list" text NOT NULL,
        "cursor" text NOT NULL,
        "uid" uuid NOT NULL,
        "deleted_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_deleted_place" PRIMARY KEY ("environment_id", "list", "cursor")
    )`);
    await runner.query(`CREATE INDEX "ix_deleted_place_deleted_at" ON "deleted_place" ("deleted_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."ix_deleted_place_deleted_at"`);
    await runner.query(`DROP TABLE "deleted_place"`);
  }
}
