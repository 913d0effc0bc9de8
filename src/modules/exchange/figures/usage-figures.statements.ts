import { isNotHeld } from '#libs/persistence/environment-moves';

const within = (row: string): string =>
  `${row}.environment_id = $1 and ${row}.source_uid = any($2::uuid[]) and ${row}.day >= $3::date and ${row}.day <= $4::date`;

/**
 * The days from $3 to $4 of sources; what came before $5 is told as of the day before it. Whether a change is folded already, or not yet, it is
 * read once: one statement sees one state.
 */
export const usageByDay = `
  select greatest(b.day, $5::date - 1)::timestamp at time zone 'UTC' as day, sum(b.amount)::text as amount
    from (select t.day, t.amount from usage_day t where ${within('t')}
          union all
          select c.day, c.amount from usage_change c where ${within('c')}) b
   group by 1`;

export const openings = `
  select o.day::timestamp at time zone 'UTC' as day, o.level::text as level
    from usage_opening o where o.environment_id = $1 and o.source_uid = any($2::uuid[])`;

/** $1 changes at most; who folds beside takes others. */
export const foldUsage = `
  with folded as (
    delete from usage_change c
     where c.ctid = any (array(select o.ctid from usage_change o where ${isNotHeld('o.environment_id')} limit $1 for update skip locked))
    returning c.environment_id, c.source_uid, c.day, c.amount),
  added as (
    insert into usage_day as d (environment_id, source_uid, day, amount)
    select f.environment_id, f.source_uid, f.day, sum(f.amount) from folded f group by 1, 2, 3 order by 1, 2, 3
    on conflict (environment_id, source_uid, day) do update set amount = d.amount + excluded.amount)
  select count(*)::int as folded from folded`;
