import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withBriefLocks } from '#libs/persistence/brief-lock';

const tables = [
  `CREATE TABLE IF NOT EXISTS "activity_chain" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "seq" bigint NOT NULL,
        "head" bytea NOT NULL,
        "anchor_seq" bigint NOT NULL,
        "anchor_hash" bytea NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_activity_chain" PRIMARY KEY ("environment_id", "uid")
    ) WITH (fillfactor = 50)`,
  `CREATE TABLE IF NOT EXISTS "activity_watch" (
        "environment_id" uuid NOT NULL,
        "uid" uuid NOT NULL,
        "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "claimed_until" TIMESTAMP(3) WITH TIME ZONE,
        "proved_at" TIMESTAMP(3) WITH TIME ZONE,
        "rows" bigint NOT NULL,
        "fault_seq" bigint,
        "fault_id" uuid,
        "fault_reason" text,
        "told_seq" bigint NOT NULL,
        "told_hash" bytea NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_activity_watch" PRIMARY KEY ("environment_id", "uid")
    ) WITH (fillfactor = 70)`,
  `CREATE INDEX IF NOT EXISTS "ix_activity_watch_due" ON "activity_watch" ("due_at", "uid")`,
];

const columns = [
  `ALTER TABLE "activity" ADD COLUMN IF NOT EXISTS "seq" bigint`,
  `ALTER TABLE "activity" ADD COLUMN IF NOT EXISTS "hash" bytea`,
];

const instant = (column: string): string => `(extract(epoch from a.${column}) * 1000)::bigint`;

/** What a row tells, as PostgreSQL spells JSON, behind the digest of the row before it. Domain: access-and-events W8 */
const digest = `CREATE OR REPLACE FUNCTION activity_digest(previous text, a activity) RETURNS text LANGUAGE sql STABLE AS $$
      select encode(sha256(convert_to(previous || jsonb_build_array(
        a.environment_id, a.seq, a.uid, a.type, a.entity_type, a.entity_id, a.parent_id, a.actor_type, a.actor, a.before, a.after,
        a.request_id, ${instant('created_at')}, ${instant('updated_at')})::text, 'UTF8')), 'hex') $$`;

/** First proven in the coming night: libs/proofs/night.ts. */
const firstDue = `(date_trunc('day', now() AT TIME ZONE 'UTC') + interval '26 hours') AT TIME ZONE 'UTC'`;

const lock = `CREATE OR REPLACE FUNCTION lock_activity_chain(environment uuid, OUT place bigint, OUT head text) LANGUAGE plpgsql AS $$
    BEGIN
      loop
        select c.seq, encode(c.head, 'hex') into place, head from activity_chain c
         where c.environment_id = environment for no key update;
        if found then return; end if;
        insert into activity_chain (environment_id, uid, seq, head, anchor_seq, anchor_hash, created_at, updated_at)
        values (environment, environment, 0, '', 0, '', now(), now()) on conflict do nothing;
        insert into activity_watch (environment_id, uid, due_at, rows, told_seq, told_hash, created_at, updated_at)
        values (environment, environment, ${firstDue}, 0, 0, '', now(), now()) on conflict do nothing;
      end loop;
    END $$`;

const advance = `update activity_chain c set seq = place, head = decode(previous, 'hex'), updated_at = now() where c.environment_id = environment;`;

/** The rows of a transaction, as its last statement: from here to the commit others of the environment wait. */
const write = `CREATE OR REPLACE FUNCTION write_activity(environment uuid, request text, changes jsonb) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      place bigint;
      previous text;
      a activity%rowtype;
      told record;
    BEGIN
      select l.place, l.head into place, previous from lock_activity_chain(environment) l;
      a.environment_id := environment;
      a.request_id := request;
      for told in
        select * from jsonb_to_recordset(changes)
            as t(uid uuid, type text, entity_type text, entity_id text, parent_id text, actor_type text, actor text,
                 before jsonb, after jsonb, at timestamptz)
      loop
        place := place + 1;
        a.uid := told.uid; a.type := told.type; a.entity_type := told.entity_type; a.entity_id := told.entity_id;
        a.parent_id := told.parent_id; a.actor_type := told.actor_type; a.actor := told.actor;
        a.before := told.before; a.after := told.after; a.created_at := told.at; a.updated_at := told.at;
        a.seq := place;
        previous := activity_digest(previous, a);
        insert into activity (environment_id, uid, type, entity_type, entity_id, parent_id, actor_type, actor, before, after,
                              request_id, created_at, updated_at, seq, hash)
        values (a.environment_id, a.uid, a.type, a.entity_type, a.entity_id, a.parent_id, a.actor_type, a.actor, a.before, a.after,
                a.request_id, a.created_at, a.updated_at, place, decode(previous, 'hex'));
      end loop;
      ${advance}
    END $$`;

/** A row that somebody inserts who knows nothing of the chain: the last release. */
const chain = `CREATE OR REPLACE FUNCTION chain_activity() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      environment uuid := NEW.environment_id;
      place bigint;
      previous text;
    BEGIN
      select l.place + 1, l.head into place, previous from lock_activity_chain(environment) l;
      NEW.seq := place;
      previous := activity_digest(previous, NEW);
      NEW.hash := decode(previous, 'hex');
      ${advance}
      return NEW;
    END $$`;

/** Rows of before, in the order of their making. Until the trigger is there nobody else moves a chain. @returns the last of them */
const former = `CREATE OR REPLACE FUNCTION chain_former_activity(environment uuid, after_uid uuid, most integer) RETURNS uuid LANGUAGE plpgsql AS $$
    DECLARE
      place bigint;
      previous text;
      reached uuid;
      a activity%rowtype;
    BEGIN
      if not exists (select from activity t where t.environment_id = environment and t.seq is null and t.uid > after_uid) then return null; end if;
      select l.place, l.head into place, previous from lock_activity_chain(environment) l;
      for a in
        select t.* from activity t where t.environment_id = environment and t.seq is null and t.uid > after_uid order by t.uid limit most
      loop
        place := place + 1;
        a.seq := place;
        previous := activity_digest(previous, a);
        update activity t set seq = place, hash = decode(previous, 'hex') where t.environment_id = environment and t.uid = a.uid;
        reached := a.uid;
      end loop;
      ${advance}
      return reached;
    END $$`;

/** By the clock of the environment too: what is of today there is kept. Domain: access-and-events W8, K4 */
const age = `select least(now(), coalesce(k.frozen_at, now() + k.ahead_ms * interval '1 millisecond', now())) - interval '13 months' into kept_from
        from (select) one left join environment_clock k on k.environment_id = c.environment_id;`;

/**
 * The oldest rows, as far as all before them are old as well. The anchor says where the rest begins; it is written last, for others of the
 * environment wait from there to the commit.
 */
const forget = `CREATE OR REPLACE FUNCTION forget_activity(most integer) RETURNS integer LANGUAGE plpgsql AS $$
    DECLARE
      c record;
      kept_from timestamptz;
      kept bigint;
      last bigint;
      still integer := most;
      environments uuid[] := '{}';
      places bigint[] := '{}';
      hashes bytea[] := '{}';
    BEGIN
      perform pg_advisory_xact_lock(hashtextextended('forget-activity', 0));
      perform set_config('activity.is_forgotten', 'on', true);
      for c in select t.environment_id, t.seq, t.anchor_seq from activity_chain t order by t.environment_id loop
        exit when still <= 0;
        ${age}
        select t.seq into kept from activity t
         where t.environment_id = c.environment_id and t.seq > c.anchor_seq and t.seq <= c.anchor_seq + still and t.created_at >= kept_from
         order by t.seq limit 1;
        last := least(coalesce(kept - 1, c.seq), c.anchor_seq + still);
        continue when last <= c.anchor_seq;
        environments := environments || c.environment_id;
        places := places || last;
        hashes := hashes || (select t.hash from activity t where t.environment_id = c.environment_id and t.seq = last);
        with gone as (
          delete from activity t where t.environment_id = c.environment_id and t.seq > c.anchor_seq and t.seq <= last returning t.uid)
        insert into deleted_place (environment_id, list, cursor, uid, deleted_at)
        select c.environment_id, 'activity', g.uid::text, g.uid, now() from gone g
            on conflict (environment_id, list, cursor) do update set uid = excluded.uid, deleted_at = excluded.deleted_at;
        still := still - (last - c.anchor_seq);
      end loop;
      perform set_config('activity.is_forgotten', '', true);
      update activity_chain t set anchor_seq = u.seq, anchor_hash = u.hash, updated_at = now()
        from unnest(environments, places, hashes) u(environment_id, seq, hash) where t.environment_id = u.environment_id;
      return most - still;
    END $$`;

/** In the name of their owner, for nobody but who was granted them. */
const owned = [
  'write_activity(uuid, text, jsonb)',
  'chain_activity()',
  'chain_former_activity(uuid, uuid, integer)',
  'forget_activity(integer)',
];

const inNameOfOwner = (step: string): string => `DO $do$ BEGIN
        EXECUTE format('ALTER FUNCTION ${step} SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
      END $do$`;

/**
 * What the chain of the activity log lies in, and the functions that write it and take the oldest rows from it. Nothing uses them yet. ADR-0120
 */
export class ExpandActivityChain1795703000000 implements MigrationInterface {
  name = 'ExpandActivityChain1795703000000';
  /** One statement where it holds others up; what a broken attempt left is no fault of it. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withBriefLocks([['activity', 'ACCESS EXCLUSIVE']], columns));
    for (const statement of [...tables, digest, lock, write, chain, former, forget])
      await runner.query(statement);
    for (const step of owned) {
      await runner.query(inNameOfOwner(step));
      await runner.query(`REVOKE ALL ON FUNCTION ${step} FROM PUBLIC`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const step of [...owned, 'lock_activity_chain(uuid)', 'activity_digest(text, activity)'])
      await runner.query(`DROP FUNCTION IF EXISTS ${step}`);
    await runner.query(`DROP TABLE IF EXISTS "activity_watch"`);
    await runner.query(`DROP TABLE IF EXISTS "activity_chain"`);
    await runner.query(
      withBriefLocks(
        [['activity', 'ACCESS EXCLUSIVE']],
        [
          `ALTER TABLE "activity" DROP COLUMN IF EXISTS "hash"`,
          `ALTER TABLE "activity" DROP COLUMN IF EXISTS "seq"`,
        ],
      ),
    );
  }
}
