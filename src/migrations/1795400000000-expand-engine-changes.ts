import type { MigrationInterface, QueryRunner } from 'typeorm';

const change = 'INSERT INTO engine_change (xid, uid, environment_id, subjects, revision, by_member)';
const xid = 'pg_current_xact_id()::text::bigint';
const isMember = "coalesce(current_setting('engine.member', true), '') = 'on'";

/** What writes down, in the transaction of a change, whose state it changed. Each touches rows of its own environment only. */
const noting = {
  note_customer: `INSERT INTO engine_change (xid, uid, environment_id, subjects, by_member)
        VALUES (${xid}, gen_random_uuid(), coalesce(NEW.environment_id, OLD.environment_id), ARRAY[coalesce(NEW.uid, OLD.uid)], ${isMember});`,
  note_of_customer: `INSERT INTO engine_change (xid, uid, environment_id, subjects, by_member)
        VALUES (${xid}, gen_random_uuid(), coalesce(NEW.environment_id, OLD.environment_id),
                ARRAY[coalesce(NEW.customer_uid, OLD.customer_uid)], ${isMember});`,
  note_environment: `INSERT INTO engine_change (xid, uid, environment_id, by_member)
        VALUES (${xid}, gen_random_uuid(), coalesce(NEW.environment_id, OLD.environment_id), ${isMember});`,
  // One row for all counters of a group. A tool may change them all: then none is named.
  note_usage: `${change}
        SELECT ${xid}, gen_random_uuid(), c.environment_id, CASE WHEN count(DISTINCT c.customer_uid) <= 1000 THEN array_agg(DISTINCT c.customer_uid) ELSE '{}' END, c.revision, ${isMember}
          FROM changed c GROUP BY c.environment_id, c.revision;`,
};

/** Processes tell each other by the tables what they have changed. ADR-0054 */
export class ExpandEngineChanges1795400000000 implements MigrationInterface {
  name = 'ExpandEngineChanges1795400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "engine_cell" (
        "uid" uuid NOT NULL,
        "forget_below" bigint NOT NULL,
        "ended_below" bigint NOT NULL,
        "noted_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_engine_cell" PRIMARY KEY ("uid")
    )`);
    await runner.query(`INSERT INTO "engine_cell" VALUES (gen_random_uuid(), 0, 0, now())`);
    await runner.query(`CREATE TABLE "engine_member" (
        "uid" uuid NOT NULL,
        "beat" bigint NOT NULL,
        "seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_engine_member" PRIMARY KEY ("uid")
    )`);
    await runner.query(`CREATE TABLE "engine_change" (
        "xid" bigint NOT NULL,
        "uid" uuid NOT NULL,
        "environment_id" uuid NOT NULL,
        "subjects" uuid array,
        "revision" uuid,
        "by_member" boolean NOT NULL,
        CONSTRAINT "pk_engine_change" PRIMARY KEY ("xid", "uid")
    )`);
    for (const [name, note] of Object.entries(noting)) {
      await runner.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${note}
      RETURN NULL;
    END $$`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(noting).reverse()) await runner.query(`DROP FUNCTION ${name}()`);
    await runner.query(`DROP TABLE "engine_change"`);
    await runner.query(`DROP TABLE "engine_member"`);
    await runner.query(`DROP TABLE "engine_cell"`);
  }
}
