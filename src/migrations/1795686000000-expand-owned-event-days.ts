import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Steps that make, attach and drop partitions of raw events, and empty their keys: PostgreSQL leaves all of that to owners. */
const steps = [
  'prepare_event_day(date)',
  'copy_event_day(date, uuid, timestamptz, uuid, integer)',
  'attach_event_days(date[])',
  'detach_event_day(date)',
  'drop_event_day(date)',
  'empty_event_once(smallint)',
];

interface Checks {
  day: string;
  generation: string;
  nameInPlace: string;
}

// What has no table of its own in the place of the owner could be one among the temporary tables of who asks, with triggers of theirs.
const strict: Checks = {
  day: `if day is null or day < '0001-01-01' or day > '9999-12-31' then
        raise exception 'there is no table for the day %', day using errcode = 'invalid_parameter_value';
      end if;`,
  generation: `if generation is null or generation not in (0, 1) then
        raise exception 'there is no generation %', generation using errcode = 'invalid_parameter_value';
      end if;`,
  nameInPlace: `format('%I.%I', current_schema(), name)`,
};
const asBefore: Checks = { day: '', generation: '', nameInPlace: 'name' };

const head = `LANGUAGE plpgsql SET lock_timeout = '250ms' AS $$`;
const turn = `perform pg_advisory_xact_lock(hashtextextended('event-days', 0));`;

const bodies = ({ day, generation, nameInPlace }: Checks): string[] => [
  `CREATE OR REPLACE FUNCTION prepare_event_day(day date) RETURNS void ${head}
    DECLARE
      name text := 'raw_event_' || to_char(day, 'YYYYMMDD');
      starts timestamptz := day::timestamp at time zone 'UTC';
      ends timestamptz := (day + 1)::timestamp at time zone 'UTC';
    BEGIN
      ${day}
      ${turn}
      if to_regclass(${nameInPlace}) is not null then return; end if;
      -- Who has begun to write there knows nothing of the copy.
      lock table raw_event_other in share row exclusive mode;
      execute format('create table %I (like raw_event including all)', name);
      -- Known before it is attached, so that nothing is read for it then.
      execute format('alter table %I add constraint within_day check (at >= %L and at < %L)', name, starts, ends);
    END $$`,
  `CREATE OR REPLACE FUNCTION empty_event_once(generation smallint) RETURNS void ${head}
    DECLARE
      name text := 'event_once_' || generation;
      is_filled boolean;
    BEGIN
      ${generation}
      ${turn}
      execute format('select exists (select from %I)', name) into is_filled;
      if is_filled then execute format('truncate %I', name); end if;
    END $$`,
];

/**
 * The steps of days are taken in the name of the owner, by whoever may: so the role of the service needs to own nothing. Tables are looked for
 * where these lie before all others. ADR-0104
 */
export class ExpandOwnedEventDays1795686000000 implements MigrationInterface {
  name = 'ExpandOwnedEventDays1795686000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const body of bodies(strict)) await runner.query(body);
    for (const step of steps) {
      await runner.query(`DO $do$ BEGIN
        EXECUTE format('ALTER FUNCTION ${step} SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
      END $do$`);
      await runner.query(`REVOKE ALL ON FUNCTION ${step} FROM PUBLIC`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const step of steps) {
      await runner.query(`GRANT EXECUTE ON FUNCTION ${step} TO PUBLIC`);
      await runner.query(`ALTER FUNCTION ${step} SECURITY INVOKER RESET search_path`);
    }
    for (const body of bodies(asBefore)) await runner.query(body);
  }
}
