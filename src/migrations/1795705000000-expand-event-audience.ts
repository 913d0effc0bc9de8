import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What receivers of an environment want to hear of. ADR-0127 */
export class ExpandEventAudience1795705000000 implements MigrationInterface {
  name = 'ExpandEventAudience1795705000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "event_audience" (
        "environment_id" uuid NOT NULL,
        "patterns" text array NOT NULL,
        CONSTRAINT "pk_event_audience" PRIMARY KEY ("environment_id")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "event_audience"`);
  }
}
