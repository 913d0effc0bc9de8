import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looked at in one statement, so that nobody waits long for a row of it. */
const pageSize = 100;
/** Whom somebody holds has its turn in the next walk. */
const walks = 20;

// What has an end to come, by the clock of its environment. What ends within the days of its notice is told at once.
const page = `
  WITH page AS (
    SELECT environment_id, uid FROM promotional_entitlement
     WHERE (environment_id, uid) > ($1, $2) ORDER BY environment_id, uid LIMIT ${pageSize}),
  wanted AS (
    SELECT p.environment_id, p.uid, s.chosen ->> 'endsSoonDays' AS days FROM page
      JOIN promotional_entitlement p ON p.environment_id = page.environment_id AND p.uid = page.uid
      LEFT JOIN environment_clock c ON c.environment_id = p.environment_id
      LEFT JOIN environment_settings s ON s.environment_id = p.environment_id
     WHERE p.ends_soon_at IS NULL AND p.expired_at IS NULL
       AND p.end_date > coalesce(c.frozen_at, now() + c.ahead_ms * interval '1 millisecond', now())),
  found AS (
    SELECT p.environment_id, p.uid, w.days FROM wanted w
      JOIN promotional_entitlement p ON p.environment_id = w.environment_id AND p.uid = w.uid
       FOR NO KEY UPDATE OF p SKIP LOCKED),
  kept AS (
    UPDATE promotional_entitlement p
       SET ends_soon_at = greatest(p.start_date, p.end_date - make_interval(hours => 24 * coalesce(f.days::int, 7)))
      FROM found f WHERE p.environment_id = f.environment_id AND p.uid = f.uid RETURNING p.uid)
  SELECT environment_id AS "environmentId", uid, ((SELECT count(*) FROM wanted) - (SELECT count(*) FROM kept))::int AS left
    FROM page ORDER BY environment_id DESC, uid DESC LIMIT 1`;

interface Walked {
  environmentId: string;
  uid: string;
  /** Held by somebody. */
  left: number;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** When it is told that promotional entitlements end which are there already. Domain: access-and-events A6 */
export class BackfillPromotionNotices1795705100001 implements MigrationInterface {
  name = 'BackfillPromotionNotices1795705100001';
  /** A page at a time; what a broken attempt left is gone on with. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let walk = 0; walk < walks && (await this.walk(runner)) > 0; walk++)
      await runner.query('SELECT pg_sleep(0.1)');
  }

  /** The column goes with its expansion. */
  async down(): Promise<void> {
    await Promise.resolve();
  }

  /** @returns how many were held by somebody */
  private async walk(runner: QueryRunner): Promise<number> {
    let held = 0;
    for (let last = { environmentId: nobody, uid: nobody }; ;) {
      const [next] = (await runner.query(page, [last.environmentId, last.uid])) as Walked[];
      if (!next) return held;
      held += next.left;
      last = next;
    }
  }
}
