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

// The name of a table is made of a day that has one name, and of nothing else.
const oneName = `if day is null or day < '0001-01-01' or day > '9999-12-31' then
        raise exception 'there is no table for the day %', day using errcode = 'invalid_parameter_value';
      end if;`;

const prepareEventDay = (
  check: string,
): string => `CREATE OR REPLACE FUNCTION prepare_event_day(day date) RETURNS void LANGUAGE plpgsql SET lock_timeout = '250ms' AS $$
    DECLARE name text := 'raw_event_' || to_char(day, 'YYYYMMDD');
      starts timestamptz := day::timestamp at time zone 'UTC';
      ends timestamptz := (day + 1)::timestamp at time zone 'UTC';
    BEGIN
      ${check}perform pg_advisory_xact_lock(hashtextextended('event-days', 0));
      if to_regclass(format('%I.%I', current_schema(), name)) is not null then return; end if;
      -- Who has begun to write there knows nothing of the copy.
      lock table raw_event_other in share row exclusive mode;
      execute format('create table %I (like raw_event including all)', name);
      -- Known before it is attached, so that nothing is read for it then.
      execute format('alter table %I add constraint within_day check (at >= %L and at < %L)', name, starts, ends);
    END $$`;

/**
 * The steps of days are taken in the name of the owner, by whoever may: so the role of the service needs to own nothing. Tables are looked for
 * where these lie, and never among the temporary ones of who asks. ADR-0104
 */
export class ExpandOwnedEventDays1795686000000 implements MigrationInterface {
  name = 'ExpandOwnedEventDays1795686000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(prepareEventDay(`${oneName}\n      `));
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
    await runner.query(prepareEventDay(''));
  }
}
