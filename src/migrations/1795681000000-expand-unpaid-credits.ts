import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const grants = `ALTER TABLE "credit_grant"
    ADD COLUMN IF NOT EXISTS "collected_by" text,
    ADD COLUMN IF NOT EXISTS "is_pending" boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS "pending_until" TIMESTAMP(3) WITH TIME ZONE`;

const unpaidHere = `CREATE INDEX CONCURRENTLY "ix_credit_grant_unpaid_here" ON "credit_grant" ("environment_id", "pending_until", "uid")
    WHERE is_pending
        AND pending_until IS NOT NULL`;
const unpaid = `CREATE INDEX CONCURRENTLY "ix_credit_grant_unpaid" ON "credit_grant" ("pending_until", "uid")
    WHERE is_pending
        AND pending_until IS NOT NULL`;

/** Credit grants that wait to be paid; of those that there were none does. ADR-0099 */
export class ExpandUnpaidCredits1795681000000 implements MigrationInterface {
  name = 'ExpandUnpaidCredits1795681000000';
  /** Indices concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['credit_grant', 'ACCESS EXCLUSIVE']], [grants]));
    // They wait for whoever is at work in the database, and nobody waits for them.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, index] of [
      ['ix_credit_grant_unpaid_here', unpaidHere],
      ['ix_credit_grant_unpaid', unpaid],
    ]) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(index as string);
    }
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "ix_credit_grant_unpaid"`);
    await runner.query(`DROP INDEX "ix_credit_grant_unpaid_here"`);
    await runner.query(
      `ALTER TABLE "credit_grant" DROP COLUMN "pending_until", DROP COLUMN "is_pending", DROP COLUMN "collected_by"`,
    );
  }
}
