import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const columns = ['reference', 'description', 'payment_uid'];

/** Pages on which payments of the sandbox are confirmed; null of all that are there, which have none. ADR-0096 */
export class ExpandSandboxConfirmations1795660000001 implements MigrationInterface {
  name = 'ExpandSandboxConfirmations1795660000001';
  /** The index is made concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const added = columns.map((column) => `ADD COLUMN IF NOT EXISTS "${column}" text`).join(', ');
    const add = `ALTER TABLE "sandbox_payment" ${added}`;
    await runner.query(withBriefLocks([['sandbox_payment', 'ACCESS EXCLUSIVE']], [add]));
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_sandbox_payment_reference"`);
    await runner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY "ix_sandbox_payment_reference" ON "sandbox_payment" ("environment_id", "reference") WHERE reference IS NOT NULL`,
    );
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."ix_sandbox_payment_reference"`);
    for (const column of columns) await runner.query(`ALTER TABLE "sandbox_payment" DROP COLUMN "${column}"`);
  }
}
