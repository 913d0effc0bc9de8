import type { MigrationInterface, QueryRunner } from 'typeorm';

// Of one day of raw events the partition, and what holds for its rows. Days are of UTC, like those of buckets.
const names = `name text := 'raw_event_' || to_char(day, 'YYYYMMDD');
      starts timestamptz := day::timestamp at time zone 'UTC';
      ends timestamptz := (day + 1)::timestamp at time zone 'UTC';`;
// Who waits for a lock holds up those behind it, events among them, so nobody waits for long: the step is taken again.
const alone = `SET lock_timeout = '250ms' AS $$`;
const turn = `perform pg_advisory_xact_lock(hashtextextended('event-days', 0));`;

/** To write more again takes longer than one waits for the step. */
const mostPutBack = 10_000;

/**
 * Raw events by day: steps that make partitions of days and let go of one. Rows of a day that lie in the default partition are copied
 * first, some at a time, while what is written there is written to the copy as well; then the copies take their place at once. ADR-0063
 */
export class ExpandEventDays1795441000000 implements MigrationInterface {
  name = 'ExpandEventDays1795441000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION event_days() RETURNS TABLE (day date, is_attached boolean) LANGUAGE sql STABLE AS $$
      select to_date(right(c.relname, 8), 'YYYYMMDD'), c.relispartition
        from pg_class c
       where c.relnamespace = (select o.relnamespace from pg_class o where o.oid = to_regclass('raw_event_other'))
         and c.relkind = 'r' and c.relname ~ '^raw_event_[0-9]{8}$'
       order by 1 $$`);
    // Its rows leave soon, and who cleans up among a million of them holds up the step in which they leave for longer than that waits.
    await runner.query(`ALTER TABLE "raw_event_other" SET (autovacuum_enabled = false)`);
    await this.mirrorStrayRows(runner);
    await this.makeDays(runner);
    await this.attachDays(runner);
    await this.letGoOfDays(runner);
  }

  /** Of days that are prepared and no partitions yet. A row is copied once, before or after: the copy locks what it reads. */
  private async mirrorStrayRows(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION mirror_stray_event() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      e raw_event_other%rowtype;
      name text;
    BEGIN
      if TG_OP = 'DELETE' then e := OLD; else e := NEW; end if;
      name := 'raw_event_' || to_char(e.at at time zone 'UTC', 'YYYYMMDD');
      if to_regclass(format('%I.%I', TG_TABLE_SCHEMA, name)) is null then return null; end if;
      if TG_OP <> 'INSERT' then
        execute format('delete from %I where environment_id = $1 and at = $2 and key = $3', name)
          using e.environment_id, e.at, e.key;
      end if;
      if TG_OP <> 'DELETE' then execute format('insert into %I select ($1).*', name) using e; end if;
      return null;
    END $$`);
    await runner.query(`CREATE TRIGGER mirror_stray_event AFTER INSERT OR UPDATE OR DELETE ON "raw_event_other" FOR EACH ROW
    EXECUTE FUNCTION mirror_stray_event()`);
  }

  private async makeDays(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION prepare_event_day(day date) RETURNS void LANGUAGE plpgsql ${alone}
    DECLARE ${names}
    BEGIN
      ${turn}
      if to_regclass(name) is not null then return; end if;
      -- Who has begun to write there knows nothing of the copy.
      lock table raw_event_other in share row exclusive mode;
      execute format('create table %I (like raw_event including all)', name);
      -- Known before it is attached, so that nothing is read for it then.
      execute format('alter table %I add constraint within_day check (at >= %L and at < %L)', name, starts, ends);
    END $$`);
    await runner.query(`CREATE FUNCTION copy_event_day(day date, after_environment uuid, after_at timestamptz, after_key uuid, most integer)
    RETURNS TABLE (environment_id uuid, at timestamptz, key uuid) LANGUAGE plpgsql ${alone}
    DECLARE ${names}
    BEGIN
      ${turn}
      if not exists (select from event_days() d where d.day = copy_event_day.day and not d.is_attached) then return; end if;
      return query execute format('with chosen as materialized (
          select o.* from raw_event_other o
           where o.at >= $1 and o.at < $2 and ($3 is null or (o.environment_id, o.at, o.key) > ($3, $4, $5))
           order by o.environment_id, o.at, o.key limit $6 for share
        ), copied as (insert into %I select s.* from chosen s on conflict do nothing)
        select s.environment_id, s.at::timestamptz, s.key from chosen s order by 1 desc, 2 desc, 3 desc limit 1', name)
        using starts, ends, after_environment, after_at, after_key, most;
    END $$`);
  }

  /**
   * Days whose rows are all copied. The table itself is locked, so that nobody looks for a row, or for its place, among partitions that
   * are no more. What belongs to other days is put back where it is little: to delete all the rest one by one takes long.
   */
  private async attachDays(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION attach_event_days(days date[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = on ${alone}
    DECLARE
      made date[];
      day date;
      rest raw_event_other[];
    BEGIN
      ${turn}
      made := array(select d.day from event_days() d where d.day = any (days) and not d.is_attached);
      if made = '{}' then return; end if;
      lock table only raw_event, raw_event_other in access exclusive mode;
      alter table raw_event_other disable trigger mirror_stray_event;
      if exists (select from raw_event_other) then
        rest := array(select o from raw_event_other o where (o.at at time zone 'UTC')::date <> all (made) limit ${mostPutBack} + 1);
        if cardinality(rest) <= ${mostPutBack} then
          truncate raw_event_other;
          insert into raw_event_other select o.* from unnest(rest) o;
        else
          delete from raw_event_other o where (o.at at time zone 'UTC')::date = any (made);
        end if;
      end if;
      foreach day in array made loop
        declare ${names}
        begin
          execute format('alter table raw_event attach partition %I for values from (%L) to (%L)', name, starts, ends);
          execute format('alter table %I drop constraint if exists within_day', name);
        end;
      end loop;
      alter table raw_event_other enable trigger mirror_stray_event;
    END $$`);
  }

  private async letGoOfDays(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION detach_event_day(day date) RETURNS void LANGUAGE plpgsql ${alone}
    DECLARE ${names}
    BEGIN
      ${turn}
      if exists (select from event_days() d where d.day = detach_event_day.day and d.is_attached) then
        execute format('alter table raw_event detach partition %I', name);
      end if;
    END $$`);
    await runner.query(`CREATE FUNCTION drop_event_day(day date) RETURNS void LANGUAGE plpgsql ${alone}
    DECLARE ${names}
    BEGIN
      ${turn}
      if exists (select from event_days() d where d.day = drop_event_day.day and not d.is_attached) then
        execute format('drop table %I', name);
      end if;
    END $$`);
    await runner.query(`CREATE FUNCTION empty_event_once(generation smallint) RETURNS void LANGUAGE plpgsql ${alone}
    DECLARE
      name text := 'event_once_' || generation;
      is_filled boolean;
    BEGIN
      ${turn}
      execute format('select exists (select from %I)', name) into is_filled;
      if is_filled then execute format('truncate %I', name); end if;
    END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "raw_event_other" RESET (autovacuum_enabled)`);
    await runner.query(`DROP TRIGGER mirror_stray_event ON "raw_event_other"`);
    for (const step of [
      'empty_event_once(smallint)',
      'drop_event_day(date)',
      'detach_event_day(date)',
      'attach_event_days(date[])',
      'copy_event_day(date, uuid, timestamptz, uuid, integer)',
      'prepare_event_day(date)',
      'mirror_stray_event()',
      'event_days()',
    ])
      await runner.query(`DROP FUNCTION ${step}`);
  }
}
