import type { MigrationInterface, QueryRunner } from 'typeorm';

const indices: [name: string, rest: string][] = [
  ['ix_invoice_due_here', `"invoice" ("environment_id", "issue_date", "uid") WHERE state = 'DRAFT'`],
  ['ix_late_usage_watch_due_here', `"late_usage_watch" ("environment_id", "due_at", "uid")`],
  [
    'ix_promotional_entitlement_due_here',
    `"promotional_entitlement" ("environment_id", "end_date", "uid") WHERE expired_at IS NULL AND end_date IS NOT NULL`,
  ],
];

/** What is due in one environment is found without looking at what will be due in the others. ADR-0065 */
export class ExpandDueOfEnvironments1795470000001 implements MigrationInterface {
  name = 'ExpandDueOfEnvironments1795470000001';
  /** Concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, rest] of indices) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(`CREATE INDEX CONCURRENTLY "${name}" ON ${rest}`);
    }
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of [...indices].reverse()) await runner.query(`DROP INDEX "public"."${name}"`);
  }
}
