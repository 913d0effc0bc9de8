import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each filter of the list by itself: a page costs the same however long the log is. */
const indexes = [
  ['ix_activity_actor', 'actor'],
  ['ix_activity_entity_id', 'entity_id'],
  ['ix_activity_request', 'request_id'],
  ['ix_activity_type', 'type'],
] as const;

/** What the list of the activity log is narrowed by. Domain: access-and-events W8 */
export class ExpandActivityFilters1795703300000 implements MigrationInterface {
  name = 'ExpandActivityFilters1795703300000';
  /** Concurrently, so that nobody who writes waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, column] of indexes) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(
        `CREATE INDEX CONCURRENTLY "${name}" ON "activity" ("environment_id", "${column}", "uid")`,
      );
    }
    // What is forgotten is found by its place now.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_activity_created_at"`);
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "ix_activity_created_at" ON "activity" ("created_at")`);
    for (const [name] of indexes) await runner.query(`DROP INDEX "public"."${name}"`);
  }
}
