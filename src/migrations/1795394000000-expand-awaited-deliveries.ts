import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that were not delivered yet, so that a lost job is asked for again. ADR-0053 */
export class ExpandAwaitedDeliveries1795394000000 implements MigrationInterface {
  name = 'ExpandAwaitedDeliveries1795394000000';

  // The last release handles no event, so what it has written awaits no delivery.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "awaited_delivery" (
        "environment_id" uuid NOT NULL,
        "event_uid" uuid NOT NULL,
        "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_awaited_delivery" PRIMARY KEY ("environment_id", "event_uid")
    )`);
    await runner.query(
      `CREATE INDEX "ix_awaited_delivery_due" ON "awaited_delivery" ("due_at", "event_uid")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."ix_awaited_delivery_due"`);
    await runner.query(`DROP TABLE "awaited_delivery"`);
  }
}
