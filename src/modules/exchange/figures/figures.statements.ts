import { isNotHeld } from '#libs/persistence/environment-moves';

const columns = (row: string): string => `${row}.figure, ${row}.currency, ${row}.day, ${row}.amount`;

/** The days from $2 to $3; of subscriptions also what came before them, told as of the day before. */
const within = (row: string): string =>
  `${row}.environment_id = $1 and ${row}.day <= $3::date and (${row}.day >= $2::date or ${row}.figure = 'ACTIVE_SUBSCRIPTIONS')`;

/** Whether a change is folded already, or not yet, it is read once: one statement sees one state. */
export const byDay = `
  select b.figure, b.currency, greatest(b.day, $2::date - 1)::timestamp at time zone 'UTC' as day, sum(b.amount)::text as amount
    from (select ${columns('d')} from figure_day d where ${within('d')}
          union all
          select ${columns('c')} from figure_change c where ${within('c')}) b
   group by 1, 2, 3 having sum(b.amount) <> 0`;

/** $1 changes at most; who folds beside takes others. */
export const fold = `
  with folded as (
    delete from figure_change c
     where c.ctid = any (array(select o.ctid from figure_change o where ${isNotHeld('o.environment_id')} limit $1 for update skip locked))
    returning c.environment_id, ${columns('c')}),
  added as (
    insert into figure_day as d (environment_id, figure, currency, day, amount)
    select f.environment_id, f.figure, f.currency, f.day, sum(f.amount) from folded f group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (environment_id, figure, currency, day) do update set amount = d.amount + excluded.amount)
  select count(*)::int as folded from folded`;
