import type { MigrationInterface, QueryRunner } from 'typeorm';

const wantedFor = `interval '1 hour'`;
const isMember = "coalesce(current_setting('engine.member', true), '') = 'on'";
const noted = (environment: string, subject: string, about: string): string =>
  `PERFORM stream_note(${environment}, ${subject}, ${about});`;
const either = (column: string): string => `coalesce(NEW.${column}, OLD.${column})`;

/** Of a feature, what an answer tells or is computed by. */
const told = [
  'id',
  'display_name',
  'feature_type',
  'meter_type',
  'feature_status',
  'unit_transformation',
  'meter',
];

/** As in the release before, and besides which answers change: `about`, which the numbering reads. Each is a list of entries. */
const noting = {
  note_customer: `BEGIN
      ${noted(either('environment_id'), either('uid'), `jsonb_build_array(jsonb_build_array('grants', ${either('uid')}, ''))`)}
      RETURN NULL;
    END`,
  note_of_customer: `DECLARE resource text;
    BEGIN
      IF TG_TABLE_NAME = 'customer_resource' THEN resource := ${either('uid')}; ELSE resource := ${either('resource_key')}; END IF;
      ${noted(either('environment_id'), either('customer_uid'), `jsonb_build_array(jsonb_build_array('grants', ${either('customer_uid')}, resource))`)}
      RETURN NULL;
    END`,
  note_environment: `DECLARE about jsonb := '[]';
    BEGIN
      IF TG_TABLE_NAME = 'feature' THEN
        IF TG_OP = 'DELETE' OR ${told.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ')}
        THEN about := '[["all"]]'; END IF;
      END IF;
      ${noted(either('environment_id'), 'NULL', 'about')}
      RETURN NULL;
    END`,
  // Which counters is told only where somebody wants to know; else it would cost each group.
  note_usage: `BEGIN
      INSERT INTO engine_change (xid, uid, environment_id, subjects, revision, by_member, about)
        SELECT pg_current_xact_id()::text::bigint, gen_random_uuid(), c.environment_id,
               CASE WHEN count(DISTINCT c.customer_uid) <= 1000 THEN array_agg(DISTINCT c.customer_uid) ELSE '{}' END,
               c.revision, ${isMember},
               CASE WHEN count(DISTINCT c.customer_uid) <= 1000 AND stream_wanted(c.environment_id)
                    THEN jsonb_agg(jsonb_build_array('usage', c.customer_uid, c.resource_key, c.feature_uid)) END
          FROM changed c GROUP BY c.environment_id, c.revision;
      RETURN NULL;
    END`,
};

/** As the last release has them. */
const before = {
  note_customer: `BEGIN
      INSERT INTO engine_change (xid, uid, environment_id, subjects, by_member)
        VALUES (pg_current_xact_id()::text::bigint, gen_random_uuid(), ${either('environment_id')}, ARRAY[${either('uid')}], ${isMember});
      RETURN NULL;
    END`,
  note_of_customer: `BEGIN
      INSERT INTO engine_change (xid, uid, environment_id, subjects, by_member)
        VALUES (pg_current_xact_id()::text::bigint, gen_random_uuid(), ${either('environment_id')}, ARRAY[${either('customer_uid')}], ${isMember});
      RETURN NULL;
    END`,
  note_environment: `BEGIN
      INSERT INTO engine_change (xid, uid, environment_id, by_member)
        VALUES (pg_current_xact_id()::text::bigint, gen_random_uuid(), ${either('environment_id')}, ${isMember});
      RETURN NULL;
    END`,
  note_usage: `BEGIN
      INSERT INTO engine_change (xid, uid, environment_id, subjects, revision, by_member)
        SELECT pg_current_xact_id()::text::bigint, gen_random_uuid(), c.environment_id, CASE WHEN count(DISTINCT c.customer_uid) <= 1000 THEN array_agg(DISTINCT c.customer_uid) ELSE '{}' END, c.revision, ${isMember}
          FROM changed c GROUP BY c.environment_id, c.revision;
      RETURN NULL;
    END`,
};

const history = `concat_ws('/', (SELECT uid FROM engine_cell), left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
                       (SELECT oid FROM pg_database WHERE datname = current_database()))`;
const seen = `next = pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
             running = ARRAY(SELECT x::text::bigint FROM pg_snapshot_xip(pg_current_snapshot()) AS x),
             moved_at = clock_timestamp()`;
const unseen = (columns: string): string => `
          SELECT ${columns} FROM engine_change e WHERE e.xid >= head.next
          UNION ALL
          SELECT ${columns} FROM engine_change e WHERE e.xid = ANY (head.running)`;

/**
 * Gives places to what is committed and has none: by one process at a time, in one statement, of what one snapshot shows and the
 * snapshot before it did not. So no place is ever given below one that was read. ADR-0061
 */
const numbering = `
    DECLARE
      head stream_cursor;
      present text := ${history};
    BEGIN
      SELECT * INTO head FROM stream_cursor;
      -- Who finds nothing writes nothing, but once in a while: else it would search what it has searched.
      IF NOT waits AND head.history = present AND head.moved_at > clock_timestamp() - interval '5 seconds' AND NOT EXISTS (
        ${unseen('1')}) THEN RETURN; END IF;
      IF waits THEN SELECT * INTO head FROM stream_cursor FOR UPDATE;
      ELSE
        SELECT * INTO head FROM stream_cursor FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN RETURN; END IF;
      END IF;
      -- Another database than that of the places, or changes were forgotten before they had one: nothing goes on from here.
      IF head.history IS DISTINCT FROM present
         OR coalesce((SELECT min(x) FROM unnest(head.running || head.next) AS x), 0) < (SELECT forget_below FROM engine_cell) THEN
        UPDATE stream_cursor SET epoch = substr(replace(gen_random_uuid()::text, '-', ''), 1, 12), history = present,
             version = greatest(version, pg_snapshot_xmax(pg_current_snapshot())::text::bigint), ${seen};
        RETURN;
      END IF;
      WITH unseen AS MATERIALIZED (${unseen('e.environment_id, e.about, e.xid')}),
      wanted AS (
        SELECT h.environment_id, h.position FROM stream_head h WHERE h.wanted_at > clock_timestamp() - ${wantedFor}),
      entries AS (
        SELECT w.environment_id, w.position, a.entry, max(u.xid) AS xid
          FROM unseen u JOIN wanted w ON w.environment_id = u.environment_id
          CROSS JOIN LATERAL jsonb_array_elements(coalesce(u.about, '[["all"]]')) AS a(entry)
         GROUP BY w.environment_id, w.position, a.entry),
      numbered AS (
        INSERT INTO stream_change (environment_id, position, kind, customer_uid, resource_key, feature_uid, detail, version, numbered_at)
        SELECT e.environment_id, e.position + row_number() OVER (PARTITION BY e.environment_id ORDER BY e.xid, e.entry),
               e.entry ->> 0,
               CASE WHEN e.entry ->> 0 IN ('grants', 'usage') THEN (e.entry ->> 1)::uuid END,
               CASE WHEN e.entry ->> 0 IN ('grants', 'usage') THEN e.entry ->> 2 END,
               CASE WHEN e.entry ->> 0 = 'usage' THEN (e.entry ->> 3)::uuid END,
               CASE WHEN e.entry ->> 0 = 'package' THEN e.entry -> 1 END,
               greatest(head.version + 1, pg_snapshot_xmax(pg_current_snapshot())::text::bigint), clock_timestamp()
          FROM entries e
        RETURNING environment_id, position),
      moved AS (
        UPDATE stream_head h SET position = n.last
          FROM (SELECT environment_id, max(position) AS last FROM numbered GROUP BY environment_id) n
         WHERE h.environment_id = n.environment_id)
      UPDATE stream_cursor SET ${seen},
             version = greatest(head.version + 1, pg_snapshot_xmax(pg_current_snapshot())::text::bigint);
    END`;

/** From here on the environment's changes have places; no other environment's places are of the same epoch. Who came back after nobody had wanted them is told that some have none. */
const opening = `
    BEGIN
      PERFORM stream_number(true);
      INSERT INTO stream_change (environment_id, position, kind, version, numbered_at)
        SELECT h.environment_id, h.position + 1, 'all', c.version, clock_timestamp()
          FROM stream_head h, stream_cursor c
         WHERE h.environment_id = environment AND h.wanted_at <= clock_timestamp() - ${wantedFor};
      INSERT INTO stream_head AS h (environment_id, position, wanted_at) VALUES (environment, 0, clock_timestamp())
        ON CONFLICT (environment_id) DO UPDATE SET wanted_at = clock_timestamp(),
           position = h.position + (CASE WHEN h.wanted_at <= clock_timestamp() - ${wantedFor} THEN 1 ELSE 0 END);
      RETURN QUERY SELECT left(md5(c.epoch || h.environment_id), 12), h.position FROM stream_cursor c, stream_head h WHERE h.environment_id = environment;
    END`;

/** What streams tell is read of a log with places. ADR-0061 */
export class ExpandChangeStream1795431000000 implements MigrationInterface {
  name = 'ExpandChangeStream1795431000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "engine_change" ADD "about" jsonb`);
    await runner.query(`CREATE TABLE "stream_head" (
        "environment_id" uuid NOT NULL,
        "position" bigint NOT NULL,
        "wanted_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_stream_head" PRIMARY KEY ("environment_id")
    )`);
    await runner.query(`CREATE TABLE "stream_change" (
        "environment_id" uuid NOT NULL,
        "position" bigint NOT NULL,
        "kind" text NOT NULL,
        "customer_uid" uuid,
        "resource_key" text,
        "feature_uid" uuid,
        "detail" jsonb,
        "version" bigint NOT NULL,
        "numbered_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_stream_change" PRIMARY KEY ("environment_id", "position")
    )`);
    await runner.query(`CREATE INDEX "ix_stream_change_numbered_at" ON "stream_change" ("numbered_at")`);
    await runner.query(`CREATE TABLE "stream_cursor" (
        "uid" uuid NOT NULL,
        "epoch" text NOT NULL,
        "history" text NOT NULL,
        "next" bigint NOT NULL,
        "running" bigint array NOT NULL,
        "version" bigint NOT NULL,
        "moved_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_stream_cursor" PRIMARY KEY ("uid")
    )`);
    await runner.query(`INSERT INTO "stream_cursor" VALUES (gen_random_uuid(), '', '', 0, '{}', 0, now())`);
    await runner.query(`CREATE FUNCTION stream_wanted(environment uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT EXISTS (SELECT FROM stream_head h WHERE h.environment_id = environment
                        AND h.wanted_at > clock_timestamp() - ${wantedFor}) $$`);
    await runner.query(`CREATE FUNCTION stream_note(environment uuid, subject uuid, about jsonb) RETURNS void LANGUAGE sql AS $$
      INSERT INTO engine_change (xid, uid, environment_id, subjects, by_member, about)
      VALUES (pg_current_xact_id()::text::bigint, gen_random_uuid(), environment,
              CASE WHEN subject IS NOT NULL THEN ARRAY[subject] END, ${isMember}, about) $$`);
    await runner.query(`CREATE FUNCTION stream_forget() RETURNS void LANGUAGE sql AS $$
      DELETE FROM stream_change WHERE numbered_at < clock_timestamp() - ${wantedFor} $$`);
    // A plan that was made while the tables were empty must not read all of them later.
    await runner.query(`CREATE FUNCTION stream_number(waits boolean) RETURNS void LANGUAGE plpgsql
      SET enable_seqscan TO off SET jit TO off AS $$${numbering} $$`);
    await runner.query(`CREATE FUNCTION stream_open(environment uuid) RETURNS TABLE (epoch text, place bigint)
      LANGUAGE plpgsql AS $$${opening} $$`);
    await replace(runner, noting);
    await runner.query(`CREATE FUNCTION note_new_customer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF stream_wanted(NEW.environment_id) THEN
        ${noted('NEW.environment_id', 'NEW.uid', `jsonb_build_array(jsonb_build_array('grants', NEW.uid, ''))`)}
      END IF;
      RETURN NULL;
    END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION note_new_customer()`);
    await replace(runner, before);
    await runner.query(`DROP FUNCTION stream_open(uuid)`);
    await runner.query(`DROP FUNCTION stream_number(boolean)`);
    await runner.query(`DROP FUNCTION stream_forget()`);
    await runner.query(`DROP FUNCTION stream_note(uuid, uuid, jsonb)`);
    await runner.query(`DROP FUNCTION stream_wanted(uuid)`);
    await runner.query(`DROP TABLE "stream_cursor"`);
    await runner.query(`DROP TABLE "stream_change"`);
    await runner.query(`DROP TABLE "stream_head"`);
    await runner.query(`ALTER TABLE "engine_change" DROP COLUMN "about"`);
  }
}

async function replace(runner: QueryRunner, functions: Record<string, string>): Promise<void> {
  for (const [name, body] of Object.entries(functions)) {
    await runner.query(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    ${body} $$`);
  }
}
