import type { MigrationInterface, QueryRunner } from 'typeorm';

// Of one day of raw events the partition, and what holds for its rows. Days are of UTC, like those of buckets.
const names = `name text := 'raw_event_' || to_char(day, 'YYYYMMDD');
      starts timestamptz := day::timestamp at time zone 'UTC';
      ends timestamptz := (day + 1)::timestamp at time zone 'UTC';`;
// Who waits for a lock holds up those behind it, events among them, so nobody waits for long: the step is taken again.
const alone = `SET lock_timeout = '250ms' AS $$`;
const turn = `perform pg_advisory_xact_lock(hashtextextended('event-days', 0));`;

/**
 * Raw events by day: steps that make a partition of a day and let go of one. Rows of the day that lie in the default partition are copied
 * first, some at a time, and change their place with what came since while the default partition is locked. ADR-0063
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
    await this.makeDays(runner);
    await this.letGoOfDays(runner);
  }

  private async makeDays(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE FUNCTION prepare_event_day(day date) RETURNS void LANGUAGE plpgsql ${alone}
    DECLARE ${names}
    BEGIN
      ${turn}
      if to_regclass(name) is not null then return; end if;
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
           order by o.environment_id, o.at, o.key limit $6
        ), copied as (insert into %I select s.* from chosen s on conflict do nothing)
        select s.environment_id, s.at::timestamptz, s.key from chosen s order by 1 desc, 2 desc, 3 desc limit 1', name)
        using starts, ends, after_environment, after_at, after_key, most;
    END $$`);
    await runner.query(`CREATE FUNCTION attach_event_day(day date) RETURNS integer LANGUAGE plpgsql ${alone}
    DECLARE ${names}
      moved integer;
    BEGIN
      ${turn}
      if not exists (select from event_days() d where d.day = attach_event_day.day and not d.is_attached) then return 0; end if;
      lock table raw_event_other in access exclusive mode;
      -- A copy of what is another now, or gone, is none.
      execute format('delete from %I s where not exists (select from raw_event_other o
          where o.environment_id = s.environment_id and o.at = s.at and o.key = s.key and row(o.*) is not distinct from row(s.*))', name);
      execute format('insert into %I select o.* from raw_event_other o where o.at >= $1 and o.at < $2 on conflict do nothing', name)
        using starts, ends;
      delete from raw_event_other o where o.at >= starts and o.at < ends;
      get diagnostics moved = row_count;
      execute format('alter table raw_event attach partition %I for values from (%L) to (%L)', name, starts, ends);
      execute format('alter table %I drop constraint within_day', name);
      return moved;
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
    for (const step of [
      'empty_event_once(smallint)',
      'drop_event_day(date)',
      'detach_event_day(date)',
      'attach_event_day(date)',
      'copy_event_day(date, uuid, timestamptz, uuid, integer)',
      'prepare_event_day(date)',
      'event_days()',
    ])
      await runner.query(`DROP FUNCTION ${step}`);
  }
}
