import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Constants or nothing, so that no row is written: what the last release makes runs at once, holds its place and waits for nothing. */
const columns: [name: string, type: string][] = [
  ['trial_ends_at', 'TIMESTAMP(3) WITH TIME ZONE'],
  ['trial_end_behavior', 'text'],
  ['ends_soon_at', 'TIMESTAMP(3) WITH TIME ZONE'],
  ['cancellation_date', 'TIMESTAMP(3) WITH TIME ZONE'],
  ['cancellation_decided_at', 'TIMESTAMP(3) WITH TIME ZONE'],
  ['cancellation_action', 'text'],
  ['access_revoked_at', 'TIMESTAMP(3) WITH TIME ZONE'],
  ['slot', `text DEFAULT 'PLAN'`],
  ['due_at', 'TIMESTAMP(3) WITH TIME ZONE'],
];

/** Trials, starts and ends to come. ADR-0068 */
export class ExpandSubscriptionLives1795490000000 implements MigrationInterface {
  name = 'ExpandSubscriptionLives1795490000000';
  /** One statement, so that nobody waits from one to the next. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const added = columns.map(([name, type]) => `ADD COLUMN IF NOT EXISTS "${name}" ${type}`);
    const add = `ALTER TABLE "subscription" ${added.join(', ')}`;
    await runner.query(withBriefLocks([['subscription', 'ACCESS EXCLUSIVE']], [add]));
  }

  async down(runner: QueryRunner): Promise<void> {
    const dropped = columns.map(([name]) => `DROP COLUMN "${name}"`);
    await runner.query(`ALTER TABLE "subscription" ${dropped.join(', ')}`);
  }
}
