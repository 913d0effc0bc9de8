import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Closing {
  declared: string;
  closing: string;
}

const body = ({ declared, closing }: Closing): string => `
  CREATE OR REPLACE FUNCTION prepare_event_day(day date) RETURNS void LANGUAGE plpgsql SET lock_timeout = '250ms' AS $$
    DECLARE
      name text := 'raw_event_' || to_char(day, 'YYYYMMDD');
      starts timestamptz := day::timestamp at time zone 'UTC';
      ends timestamptz := (day + 1)::timestamp at time zone 'UTC';
      ${declared}
    BEGIN
      if day is null or day < '0001-01-01' or day > '9999-12-31' then
        raise exception 'there is no table for the day %', day using errcode = 'invalid_parameter_value';
      end if;
      perform pg_advisory_xact_lock(hashtextextended('event-days', 0));
      if to_regclass(format('%I.%I', current_schema(), name)) is not null then return; end if;
      -- Who has begun to write there knows nothing of the copy.
      lock table raw_event_other in share row exclusive mode;
      execute format('create table %I (like raw_event including all)', name);
      ${closing}
      -- Known before it is attached, so that nothing is read for it then.
      execute format('alter table %I add constraint within_day check (at >= %L and at < %L)', name, starts, ends);
    END $$`;

/** As the table that new rows of the day lie in until it is attached: what is written there is mirrored by whoever writes. */
const closed: Closing = {
  declared: 'policy record;',
  closing: `
      if (select c.relrowsecurity from pg_class c where c.oid = 'raw_event_other'::regclass) then
        execute format('alter table %I enable row level security', name);
      end if;
      for policy in
        select y.polname, case when y.polpermissive then 'permissive' else 'restrictive' end as kind,
               (select string_agg(case r when 0 then 'public' else quote_ident(pg_get_userbyid(r)) end, ', ') from unnest(y.polroles) r) as roles,
               pg_get_expr(y.polqual, y.polrelid) as seen, coalesce(pg_get_expr(y.polwithcheck, y.polrelid), pg_get_expr(y.polqual, y.polrelid)) as written
          from pg_policy y where y.polrelid = 'raw_event_other'::regclass
      loop
        execute format('create policy %I on %I as %s to %s using (%s) with check (%s)',
                       policy.polname, name, policy.kind, policy.roles, policy.seen, policy.written);
      end loop;`,
};
const open: Closing = { declared: '', closing: '' };

// What replaces a function takes away in whose name it is run.
const inTheNameOfTheOwner = `DO $do$ BEGIN
  EXECUTE format('ALTER FUNCTION prepare_event_day(date) SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $do$`;

/** Tables of days that are made from now on show what the table shows that they are parts of. ADR-0122 */
export class ExpandClosedEventDays1795706000000 implements MigrationInterface {
  name = 'ExpandClosedEventDays1795706000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(body(closed));
    await runner.query(inTheNameOfTheOwner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(body(open));
    await runner.query(inTheNameOfTheOwner);
  }
}
