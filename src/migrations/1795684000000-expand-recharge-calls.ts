import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const calls = `ALTER TABLE "credit_wallet"
    ADD COLUMN IF NOT EXISTS "recharge_below" numeric(38, 12),
    ADD COLUMN IF NOT EXISTS "recharge_seq" bigint,
    ADD COLUMN IF NOT EXISTS "recharge_due" TIMESTAMP(3) WITH TIME ZONE`;

const dueHere = `CREATE INDEX CONCURRENTLY "ix_credit_wallet_recharge_here" ON "credit_wallet" ("environment_id", "recharge_due", "uid")
    WHERE recharge_due IS NOT NULL`;
const due = `CREATE INDEX CONCURRENTLY "ix_credit_wallet_recharge" ON "credit_wallet" ("recharge_due", "uid")
    WHERE recharge_due IS NOT NULL`;

/** Below what a wallet is recharged, and that it was called for; of those that there were none is. ADR-0102 */
export class ExpandRechargeCalls1795684000000 implements MigrationInterface {
  name = 'ExpandRechargeCalls1795684000000';
  /** Indices concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['credit_wallet', 'ACCESS EXCLUSIVE']], [calls]));
    // They wait for whoever is at work in the database, and nobody waits for them.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, index] of [
      ['ix_credit_wallet_recharge_here', dueHere],
      ['ix_credit_wallet_recharge', due],
    ]) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(index as string);
    }
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "ix_credit_wallet_recharge"`);
    await runner.query(`DROP INDEX "ix_credit_wallet_recharge_here"`);
    await runner.query(
      `ALTER TABLE "credit_wallet" DROP COLUMN "recharge_due", DROP COLUMN "recharge_seq", DROP COLUMN "recharge_below"`,
    );
  }
}
