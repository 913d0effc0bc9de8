import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const tables = [
  `CREATE TABLE IF NOT EXISTS "usage_change" (
    "environment_id" uuid NOT NULL,
    "uid" uuid NOT NULL,
    "source_uid" uuid NOT NULL,
    "day" date NOT NULL,
    "amount" numeric NOT NULL,
    CONSTRAINT "pk_usage_change" PRIMARY KEY ("environment_id", "uid")
  )`,
  `CREATE TABLE IF NOT EXISTS "usage_day" (
    "environment_id" uuid NOT NULL,
    "source_uid" uuid NOT NULL,
    "day" date NOT NULL,
    "amount" numeric NOT NULL,
    CONSTRAINT "pk_usage_day" PRIMARY KEY ("environment_id", "source_uid", "day")
  )`,
  `CREATE TABLE IF NOT EXISTS "usage_opening" (
    "environment_id" uuid NOT NULL,
    "source_uid" uuid NOT NULL,
    "day" date NOT NULL,
    "level" numeric NOT NULL,
    CONSTRAINT "pk_usage_opening" PRIMARY KEY ("environment_id", "source_uid")
  )`,
];

const dayOf = (instant: string): string => `(${instant} AT TIME ZONE 'UTC')::date`;

/** A change is a row of its own, one for all that a statement writes of a source and a day: so no write waits for another one of its day. */
const add = 'INSERT INTO usage_change (environment_id, source_uid, day, amount, uid)';

type Happening = 'INSERT' | 'UPDATE' | 'DELETE';

/** Of each happening the rows that it has made, and those that it took away, with a sign. */
const changed = (happening: Happening, columns: (sign: '' | '-') => string): string =>
  [
    ...(happening === 'DELETE' ? [] : [`SELECT ${columns('')} FROM made`]),
    ...(happening === 'INSERT' ? [] : [`SELECT ${columns('-')} FROM gone`]),
  ].join(' UNION ALL ');

/** What statements on a table add to which days. Of a table that is only added to only that is told. */
interface Told {
  table: string;
  happenings: readonly Happening[];
  /** Its triggers are called by statements that have often written nothing: to see that first is cheaper. */
  mayBeNothing: boolean;
  from: (happening: Happening) => string;
}

const ofReports: Told = {
  table: 'usage_measurement',
  happenings: ['INSERT'],
  mayBeNothing: false,
  from: () => `SELECT r.environment_id, r.feature_uid, ${dayOf('r.occurred_at')}, sum(r.delta), gen_random_uuid()
      FROM made r GROUP BY 1, 2, 3 HAVING sum(r.delta) <> 0`,
};

/** By COUNT and SUM days add up. A bucket lies in one day. */
const ofBuckets: Told = {
  table: 'meter_bucket',
  happenings: ['INSERT', 'UPDATE', 'DELETE'],
  mayBeNothing: true,
  from: (happening) => `SELECT u.environment_id, u.meter_uid, u.day, u.amount, gen_random_uuid()
      FROM (SELECT b.environment_id, b.meter_uid, b.day,
                   CASE m.definition #>> '{aggregation,function}' WHEN 'COUNT' THEN b.n WHEN 'SUM' THEN b.total END AS amount
              FROM (SELECT a.environment_id, a.meter_uid, ${dayOf('a.starts')} AS day, sum(a.n) AS n, sum(a.total) AS total
                      FROM (${changed(happening, (sign) => `environment_id, meter_uid, starts, ${sign}n AS n, ${sign}total AS total`)}) a
                     GROUP BY 1, 2, 3) b
              JOIN meter m ON m.environment_id = b.environment_id AND m.uid = b.meter_uid) u
     WHERE u.amount <> 0`,
};

/** By UNIQUE a value is used where its window met it first. One that a window has taken over from another one was told with that. */
const ofValues: Told = {
  table: 'meter_value',
  happenings: ['INSERT', 'UPDATE', 'DELETE'],
  mayBeNothing: true,
  from: (
    happening,
  ) => `SELECT v.environment_id, v.meter_uid, ${dayOf('v.first_at')}, sum(v.amount), gen_random_uuid()
      FROM (${changed(happening, (sign) => `environment_id, meter_uid, first_at, is_carried, ${sign}1 AS amount`)}) v
     WHERE v.is_carried IS NOT TRUE GROUP BY 1, 2, 3 HAVING sum(v.amount) <> 0`,
};

const told = [ofReports, ofBuckets, ofValues];

const named = (table: string, happening: Happening): string =>
  `${table}_usage_${{ INSERT: 'made', UPDATE: 'changed', DELETE: 'gone' }[happening]}`;
const transitions: Record<Happening, string> = {
  INSERT: 'NEW TABLE AS made',
  UPDATE: 'OLD TABLE AS gone NEW TABLE AS made',
  DELETE: 'OLD TABLE AS gone',
};

const keeping = ({ table, happenings, mayBeNothing, from }: Told): string[] =>
  happenings.flatMap((happening) => {
    const name = named(table, happening);
    return [
      `CREATE OR REPLACE FUNCTION keep_${name}() RETURNS trigger LANGUAGE plpgsql AS $keep$
      BEGIN
        ${mayBeNothing ? `IF NOT EXISTS (SELECT FROM ${happening === 'DELETE' ? 'gone' : 'made'}) THEN RETURN NULL; END IF;` : ''}
        ${add} ${from(happening)};
        RETURN NULL;
      END $keep$`,
      `CREATE OR REPLACE TRIGGER ${name} AFTER ${happening} ON ${table}
      REFERENCING ${transitions[happening]} FOR EACH STATEMENT EXECUTE FUNCTION keep_${name}()`,
    ];
  });

/**
 * What was there before the triggers: how much of each source is in use, and the last day in which any of it happened, both of which counters know.
 * One statement sees one state: whoever commits after it has told his changes, and those that it sees are in the counters already.
 */
const opening = `
  WITH seen AS (DELETE FROM usage_change)
  INSERT INTO usage_opening (environment_id, source_uid, day, level)
  SELECT c.environment_id, c.feature_uid, ${dayOf('max(coalesce(c.last_event_at, c.updated_at))')}, sum(c.level)
    FROM usage_counter c GROUP BY 1, 2
  UNION ALL
  SELECT c.environment_id, c.meter_uid, ${dayOf('max(c.last_event_at)')},
         sum(CASE m.definition #>> '{aggregation,function}' WHEN 'SUM' THEN c.total ELSE c.n END)
    FROM meter_counter c JOIN meter m ON m.environment_id = c.environment_id AND m.uid = c.meter_uid
   WHERE c.last_event_at IS NOT NULL GROUP BY 1, 2`;

/** Usage by day over all customers, kept by whoever writes what it comes from. ADR-0141 */
export class ExpandUsageFigures1795714000000 implements MigrationInterface {
  name = 'ExpandUsageFigures1795714000000';
  /** One statement where it holds others up; what a broken attempt left is no fault of it. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(table);
    const column = `ALTER TABLE "meter_value" ADD COLUMN IF NOT EXISTS "is_carried" boolean`;
    await runner.query(withBriefLocks([['meter_value', 'ACCESS EXCLUSIVE']], [column]));
    for (const each of told)
      await runner.query(withBriefLocks([[each.table, 'SHARE ROW EXCLUSIVE']], keeping(each)));
    await runner.query(`DELETE FROM usage_day`);
    await runner.query(`DELETE FROM usage_opening`);
    await runner.query(opening);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, happenings } of told) {
      for (const happening of happenings) {
        await runner.query(`DROP TRIGGER ${named(table, happening)} ON ${table}`);
        await runner.query(`DROP FUNCTION keep_${named(table, happening)}()`);
      }
    }
    await runner.query(`ALTER TABLE "meter_value" DROP COLUMN "is_carried"`);
    for (const table of ['usage_opening', 'usage_day', 'usage_change'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
