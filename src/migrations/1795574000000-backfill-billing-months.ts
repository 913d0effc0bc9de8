import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looked at in one statement, so that nobody waits long for a row of it. */
const pageSize = 100;
/** Whom somebody holds has its turn in the next walk. */
const walks = 20;

// Boundaries are counted from the anchor and clamped to their month, by the clock of the environment.
const page = `
  WITH page AS (
    SELECT environment_id, uid FROM subscription
     WHERE (environment_id, uid) > ($1, $2) ORDER BY environment_id, uid LIMIT ${pageSize}),
  wanted AS (
    SELECT s.environment_id, s.uid FROM page p
      JOIN subscription s ON s.environment_id = p.environment_id AND s.uid = p.uid
     WHERE s.ends_soon_at IS NULL AND s.slot = 'PLAN' AND s.canceled_at IS NULL
       AND s.billing_cycle_anchor IS NOT NULL AND s.purchase ->> 'billingPeriod' = 'ANNUALLY'),
  found AS (
    SELECT s.environment_id, s.uid, s.billing_cycle_anchor AT TIME ZONE 'UTC' AS anchor,
           coalesce(c.frozen_at, now() + c.ahead_ms * interval '1 millisecond', now()) AT TIME ZONE 'UTC' AS now
      FROM wanted w
      JOIN subscription s ON s.environment_id = w.environment_id AND s.uid = w.uid
      LEFT JOIN environment_clock c ON c.environment_id = s.environment_id
       FOR NO KEY UPDATE OF s SKIP LOCKED),
  noticed AS (
    SELECT environment_id, uid, min(notice) AT TIME ZONE 'UTC' AS at
      FROM found,
           LATERAL (SELECT 12 * (date_part('year', now) - date_part('year', anchor))
                           + date_part('month', now) - date_part('month', anchor) AS months) between_them,
           LATERAL (SELECT anchor + make_interval(months => (months + more)::int) - interval '1 hour' AS notice
                      FROM generate_series(0, 2) more) notices
     WHERE notice > now GROUP BY environment_id, uid),
  kept AS (
    UPDATE subscription s SET ends_soon_at = n.at, due_at = least(s.due_at, n.at)
      FROM noticed n WHERE s.environment_id = n.environment_id AND s.uid = n.uid RETURNING s.uid)
  SELECT environment_id AS "environmentId", uid, ((SELECT count(*) FROM wanted) - (SELECT count(*) FROM kept))::int AS left
    FROM page ORDER BY environment_id DESC, uid DESC LIMIT 1`;

interface Walked {
  environmentId: string;
  uid: string;
  /** Held by somebody. */
  left: number;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * When the next billing month of each annual subscription is told to end. What the last release begins meanwhile is told from its next change
 * on. Domain: customers-subscriptions B3
 */
export class BackfillBillingMonths1795574000000 implements MigrationInterface {
  name = 'BackfillBillingMonths1795574000000';
  /** A page at a time; what a broken attempt left is gone on with. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let walk = 0; walk < walks && (await this.walk(runner)) > 0; walk++)
      await runner.query('SELECT pg_sleep(0.1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE subscription SET ends_soon_at = NULL, due_at = nullif(due_at, ends_soon_at)
        WHERE ends_soon_at IS NOT NULL AND slot = 'PLAN' AND canceled_at IS NULL`,
    );
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
