import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

/** Whoever the role is. What is old enough leaves through forget_activity alone, which says so for its own statements. */
const keep = `CREATE OR REPLACE FUNCTION keep_activity() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      if TG_OP = 'DELETE' and current_setting('activity.is_forgotten', true) = 'on' then return null; end if;
      RAISE EXCEPTION 'the activity log is append-only: % is refused', TG_OP;
    END $$`;

const chained = `CHECK (seq IS NOT NULL AND hash IS NOT NULL)`;

/** Every row of the activity log is chained, has a place of its own, and stays as it is. ADR-0120 */
export class ExpandActivityKept1795703200000 implements MigrationInterface {
  name = 'ExpandActivityKept1795703200000';
  /** Indexes concurrently, locks one at a time; what a broken attempt left is no fault of it. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "uq_activity_seq"`);
    await runner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY "uq_activity_seq" ON "activity" ("environment_id", "seq")`,
    );
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "ix_activity_unchained"`);
    await runner.query(`RESET lock_timeout`);
    await runner.query(
      withBriefLocks(
        [['activity', 'ACCESS EXCLUSIVE']],
        [
          `ALTER TABLE "activity" DROP CONSTRAINT IF EXISTS "activity_is_chained"`,
          `ALTER TABLE "activity" ADD CONSTRAINT "activity_is_chained" ${chained} NOT VALID`,
        ],
      ),
    );
    await runner.query(`ALTER TABLE "activity" VALIDATE CONSTRAINT "activity_is_chained"`);
    await runner.query(keep);
    await runner.query(withBriefLocks([['activity', 'ACCESS EXCLUSIVE']], this.closing));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      withBriefLocks(
        [['activity', 'ACCESS EXCLUSIVE']],
        [
          `DROP TRIGGER IF EXISTS activity_kept ON activity`,
          `DROP TRIGGER IF EXISTS activity_whole ON activity`,
          `ALTER TABLE "activity" ALTER COLUMN "seq" DROP NOT NULL, ALTER COLUMN "hash" DROP NOT NULL`,
          `DROP INDEX IF EXISTS "uq_activity_seq"`,
        ],
      ),
    );
    await runner.query(`DROP FUNCTION IF EXISTS keep_activity()`);
  }

  /** Known by the constraint, so that nothing is read for it. */
  private readonly closing = [
    `ALTER TABLE "activity" ALTER COLUMN "seq" SET NOT NULL, ALTER COLUMN "hash" SET NOT NULL`,
    `ALTER TABLE "activity" DROP CONSTRAINT "activity_is_chained"`,
    `CREATE OR REPLACE TRIGGER activity_kept BEFORE UPDATE OR DELETE ON activity
       FOR EACH STATEMENT EXECUTE FUNCTION keep_activity()`,
    `CREATE OR REPLACE TRIGGER activity_whole BEFORE TRUNCATE ON activity
       FOR EACH STATEMENT EXECUTE FUNCTION keep_activity()`,
  ];
}
