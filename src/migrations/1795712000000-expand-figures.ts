import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const tables = [
  `CREATE TABLE IF NOT EXISTS "figure_change" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "figure" text NOT NULL,
    "currency" text NOT NULL,
    "day" date NOT NULL,
    "amount" numeric NOT NULL,
    CONSTRAINT "pk_figure_change" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE IF NOT EXISTS "figure_day" (
    "environment_id" uuid NOT NULL,
    "figure" text NOT NULL,
    "currency" text NOT NULL,
    "day" date NOT NULL,
    "amount" numeric NOT NULL,
    CONSTRAINT "pk_figure_day" PRIMARY KEY ("environment_id", "figure", "currency", "day")
  )`,
];

/** Of a table, what a row adds to which days. Of no row it is nothing. */
interface Told {
  table: string;
  columns: readonly string[];
  days: string;
}

/** One from its beginning on, none from its end on: as statusOfLife derives it. Who waits for a payment has not begun. */
const ofSubscription: Told = {
  table: 'subscription',
  columns: [
    ...['start_date', 'pending_until', 'canceled_at', 'cancellation_date', 'end_date'],
    ...['trial_ends_at', 'trial_end_behavior'],
  ],
  days: `SELECT 'ACTIVE_SUBSCRIPTIONS', '', (b.at AT TIME ZONE 'UTC')::date, b.amount
      FROM (SELECT least(r.canceled_at, r.cancellation_date, r.end_date,
                         CASE WHEN r.trial_end_behavior = 'CANCEL_SUBSCRIPTION' THEN r.trial_ends_at END) AS at) ends,
           LATERAL (VALUES (r.start_date, 1::numeric), (ends.at, -1)) b (at, amount)
     WHERE b.at IS NOT NULL AND r.pending_until IS NULL AND (ends.at IS NULL OR ends.at > r.start_date)`,
};

const ofInvoice: Told = {
  table: 'invoice',
  columns: ['state', 'currency', 'issue_date', 'paid_at', 'total', 'credited'],
  days: `SELECT b.figure, r.currency, (b.at AT TIME ZONE 'UTC')::date, r.total - r.credited
      FROM (VALUES ('SCHEDULED_REVENUE', r.issue_date),
                   ('COLLECTED_REVENUE', CASE WHEN r.state = 'PAID' THEN r.paid_at END)) b (figure, at)
     WHERE b.at IS NOT NULL AND r.state <> 'CANCELED' AND r.total <> r.credited`,
};

/** A change is a row of its own: no write waits for another one of its day. */
const keeping = ({ table, columns, days }: Told): string[] => {
  const states = ['OLD', 'NEW'].map((row) => `(${columns.map((column) => `${row}.${column}`).join(', ')})`);
  return [
    `CREATE OR REPLACE FUNCTION figures_of_${table}(r ${table})
      RETURNS TABLE (figure text, currency text, day date, amount numeric) LANGUAGE sql IMMUTABLE AS $days$
      ${days} $days$`,
    `CREATE OR REPLACE FUNCTION keep_figures_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $keep$
      BEGIN
        INSERT INTO figure_change (environment_id, uid, figure, currency, day, amount)
        SELECT coalesce(NEW.environment_id, OLD.environment_id), gen_random_uuid(), f.figure, f.currency, f.day, sum(f.amount)
          FROM (SELECT n.figure, n.currency, n.day, n.amount FROM figures_of_${table}(NEW) n
                UNION ALL SELECT o.figure, o.currency, o.day, -o.amount FROM figures_of_${table}(OLD) o) f
         GROUP BY f.figure, f.currency, f.day HAVING sum(f.amount) <> 0;
        RETURN NULL;
      END $keep$`,
    `DROP TRIGGER IF EXISTS ${table}_figures ON ${table}`,
    `CREATE TRIGGER ${table}_figures AFTER INSERT OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION keep_figures_of_${table}()`,
    `DROP TRIGGER IF EXISTS ${table}_figures_changed ON ${table}`,
    `CREATE TRIGGER ${table}_figures_changed AFTER UPDATE ON ${table}
      FOR EACH ROW WHEN (${states.join(' IS DISTINCT FROM ')}) EXECUTE FUNCTION keep_figures_of_${table}()`,
  ];
};

/**
 * What was there before the triggers. One statement sees one state: whoever commits after it has told his changes, and those that it sees
 * are in its sums already. So nobody is held up, and nothing is counted twice.
 */
const counting = (told: readonly Told[]): string => `
  WITH seen AS (DELETE FROM figure_change)
  INSERT INTO figure_day (environment_id, figure, currency, day, amount)
  ${told
    .map(
      ({ table }) => `SELECT t.environment_id, f.figure, f.currency, f.day, sum(f.amount)
    FROM ${table} t, LATERAL figures_of_${table}(t) f GROUP BY 1, 2, 3, 4`,
    )
    .join(' UNION ALL ')}`;

const told = [ofSubscription, ofInvoice];

/** Figures by day, kept by whoever writes the rows that they come from. ADR-0139 */
export class ExpandFigures1795712000000 implements MigrationInterface {
  name = 'ExpandFigures1795712000000';
  /** One statement where it holds others up; what a broken attempt left is no fault of it. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(table);
    for (const each of told)
      await runner.query(withBriefLocks([[each.table, 'SHARE ROW EXCLUSIVE']], keeping(each)));
    await runner.query(`DELETE FROM figure_day`);
    await runner.query(counting(told));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of told) {
      await runner.query(`DROP TRIGGER ${table}_figures_changed ON ${table}`);
      await runner.query(`DROP TRIGGER ${table}_figures ON ${table}`);
      await runner.query(`DROP FUNCTION keep_figures_of_${table}()`);
      await runner.query(`DROP FUNCTION figures_of_${table}(${table})`);
    }
    await runner.query(`DROP TABLE "figure_day"`);
    await runner.query(`DROP TABLE "figure_change"`);
  }
}
