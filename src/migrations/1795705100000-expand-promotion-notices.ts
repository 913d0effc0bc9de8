import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const columns = `ALTER TABLE "promotional_entitlement"
    ADD COLUMN IF NOT EXISTS "version" integer NOT NULL DEFAULT '1',
    ADD COLUMN IF NOT EXISTS "ends_soon_at" TIMESTAMP(3) WITH TIME ZONE`;

const soonHere = `CREATE INDEX CONCURRENTLY "ix_promotional_entitlement_soon_here" ON "promotional_entitlement" ("environment_id", "ends_soon_at", "uid")
    WHERE expired_at IS NULL
        AND ends_soon_at IS NOT NULL`;
const soon = `CREATE INDEX CONCURRENTLY "ix_promotional_entitlement_soon" ON "promotional_entitlement" ("ends_soon_at", "uid")
    WHERE expired_at IS NULL
        AND ends_soon_at IS NOT NULL`;

/** What writes its notice itself has another one where it has another end. The last release knows of none. */
const notice = `CREATE OR REPLACE FUNCTION notice_of_promotion() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.end_date IS NOT NULL AND (CASE WHEN TG_OP = 'INSERT' THEN NEW.ends_soon_at IS NULL
           ELSE NEW.end_date IS DISTINCT FROM OLD.end_date AND NEW.ends_soon_at IS NOT DISTINCT FROM OLD.ends_soon_at END) THEN
        NEW.ends_soon_at := greatest(NEW.start_date, NEW.end_date - make_interval(hours => 24 * coalesce(
          (SELECT (s.chosen ->> 'endsSoonDays')::int FROM environment_settings s WHERE s.environment_id = NEW.environment_id), 7)));
      END IF;
      RETURN NEW;
    END $$`;

/** Promotional entitlements have states, and are told of before they end. Domain: access-and-events A6; ADR-0126 */
export class ExpandPromotionNotices1795705100000 implements MigrationInterface {
  name = 'ExpandPromotionNotices1795705100000';
  /** Indices concurrently, so that nobody waits; what a broken attempt left is made anew. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(notice);
    await runner.query(
      withBriefLocks(
        [['promotional_entitlement', 'ACCESS EXCLUSIVE']],
        [
          columns,
          `DROP TRIGGER IF EXISTS notice_of_promotion ON "promotional_entitlement"`,
          `CREATE TRIGGER notice_of_promotion BEFORE INSERT OR UPDATE OF end_date ON "promotional_entitlement"
             FOR EACH ROW EXECUTE FUNCTION notice_of_promotion()`,
        ],
      ),
    );
    // They wait for whoever is at work in the database, and nobody waits for them.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, index] of [
      ['ix_promotional_entitlement_soon_here', soonHere],
      ['ix_promotional_entitlement_soon', soon],
    ]) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
      await runner.query(index as string);
    }
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER notice_of_promotion ON "promotional_entitlement"`);
    await runner.query(`DROP FUNCTION notice_of_promotion()`);
    await runner.query(`DROP INDEX "ix_promotional_entitlement_soon"`);
    await runner.query(`DROP INDEX "ix_promotional_entitlement_soon_here"`);
    await runner.query(
      `ALTER TABLE "promotional_entitlement" DROP COLUMN "ends_soon_at", DROP COLUMN "version"`,
    );
  }
}
