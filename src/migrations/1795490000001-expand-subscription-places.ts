import type { MigrationInterface, QueryRunner } from 'typeorm';

const place = `"subscription" ("environment_id", "customer_uid", "resource_key", "product_uid"`;
// What the last release ends keeps its instant.
const isDueSometime = 'due_at IS NOT NULL AND canceled_at IS NULL';
const indices: [name: string, rest: string, unique?: 'UNIQUE'][] = [
  ['uq_subscription_place', `${place}, "slot") WHERE canceled_at IS NULL AND slot IS NOT NULL`, 'UNIQUE'],
  ['ix_subscription_due', `"subscription" ("due_at", "uid") WHERE ${isDueSometime}`],
  ['ix_subscription_due_here', `"subscription" ("environment_id", "due_at", "uid") WHERE ${isDueSometime}`],
  [
    'ix_subscription_due_of_customer',
    `"subscription" ("environment_id", "customer_uid", "due_at") WHERE ${isDueSometime}`,
  ],
];

/**
 * One trial beside one other subscription, kept by the database: with the new index both are, then the old one goes, which knows no trials
 * and none that wait for their start. ADR-0068
 */
export class ExpandSubscriptionPlaces1795490000001 implements MigrationInterface {
  name = 'ExpandSubscriptionPlaces1795490000001';
  /** Concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, rest, unique = ''] of indices) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(`CREATE ${unique} INDEX CONCURRENTLY "${name}" ON ${rest}`);
    }
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "uq_subscription_slot"`);
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE UNIQUE INDEX "uq_subscription_slot" ON ${place}) WHERE canceled_at IS NULL`);
    for (const [name] of [...indices].reverse()) await runner.query(`DROP INDEX "public"."${name}"`);
  }
}
