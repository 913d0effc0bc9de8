import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const rowsAtOnce = 2000;
const nobody = '00000000-0000-0000-0000-000000000000';

const unchained = `CREATE INDEX CONCURRENTLY "ix_activity_unchained" ON "activity" ("environment_id", "uid") WHERE seq IS NULL`;
const noIndex = `DROP INDEX CONCURRENTLY IF EXISTS "ix_activity_unchained"`;

/** What was written since the walk came by, found by the index; from here on the trigger chains whatever comes. */
const closing = [
  `PERFORM set_config('enable_seqscan', 'off', true)`,
  `PERFORM chain_former_activity(e.environment_id, '${nobody}', 2147483647)
     FROM (SELECT DISTINCT t.environment_id FROM activity t WHERE t.seq IS NULL) e`,
  `CREATE OR REPLACE TRIGGER activity_chained BEFORE INSERT ON activity
     FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION chain_activity()`,
];

/**
 * Chains what stands in the activity log, environment by environment, some rows at a time, while the last release goes on writing: first the
 * most of it, then what came meanwhile, then under one short lock what is left, and the trigger with it. ADR-0120
 */
export class BackfillActivityChain1795703100000 implements MigrationInterface {
  name = 'BackfillActivityChain1795703100000';
  /** Some rows at a time; what a broken attempt left is gone on with. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await this.walk(runner);
    // It waits for whoever is at work in the database, and nobody waits for it.
    await runner.query(`SET lock_timeout = 0`);
    await runner.query(noIndex);
    await runner.query(unchained);
    await runner.query(`ANALYZE "activity"`);
    await runner.query(`RESET lock_timeout`);
    await this.walk(runner);
    await runner.query(withBriefLocks([['activity', 'SHARE ROW EXCLUSIVE']], closing));
  }

  /** The chain begins anew the next time: what the last release takes from its begin meanwhile leaves no anchor. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      withBriefLocks(
        [['activity', 'ACCESS EXCLUSIVE']],
        [
          `DROP TRIGGER IF EXISTS activity_chained ON activity`,
          `DROP INDEX IF EXISTS "ix_activity_unchained"`,
          `ALTER TABLE "activity" DROP COLUMN "hash", DROP COLUMN "seq"`,
          `ALTER TABLE "activity" ADD COLUMN "seq" bigint, ADD COLUMN "hash" bytea`,
          `DELETE FROM activity_watch`,
          `DELETE FROM activity_chain`,
        ],
      ),
    );
  }

  private async walk(runner: QueryRunner): Promise<void> {
    const environments = (await runner.query('SELECT uid FROM environment ORDER BY uid')) as {
      uid: string;
    }[];
    for (const { uid } of environments) {
      let after: string | null = nobody;
      while (after !== null) after = await this.part(runner, uid, after);
    }
  }

  private async part(runner: QueryRunner, environment: string, after: string): Promise<string | null> {
    const text = 'SELECT chain_former_activity($1, $2, $3) AS reached';
    const [row] = (await runner.query(text, [environment, after, rowsAtOnce])) as {
      reached: string | null;
    }[];
    return row?.reached ?? null;
  }
}
