// Arrays are unnested side by side: one round trip for a group as for one.

// What is found by a key is asked for in a subquery with `offset 0`, which the planner cannot take apart: whatever it believes of the tables, as
// of those that were filled a moment ago, it asks the index once for each key, and never all rows of the customer for each.

/** Whom usage names, by the place of what names them: live entities of the customer whose type has the key. */
const namedBy = (asked: string): string => `named as materialized (
           select n.place, n.ord, n.customer_uid, e.uid, array[e.uid] || e.ancestor_uids as uids
             from ${asked}
             cross join lateral (
               select o.uid, o.ancestor_uids, o.entity_type_uid from governed_entity o
                where o.environment_id = $1 and o.customer_uid = n.customer_uid and o.id = n.id and o.archived_at is null offset 0) e
             join entity_type y on y.environment_id = $1 and y.uid = e.entity_type_uid and n.key = any(y.attribution_keys)
         ), resolved as materialized (
           select n.place, array_agg(distinct u.uid) as uids from named n, unnest(n.uids) as u(uid) group by n.place
         )`;

/** The budgets of one entity for one subject. */
const budgetsOf = (entityUid: string, subjectUid: string, scope: string): string => `(
             select o.* from usage_assignment o
              where o.environment_id = $1 and o.entity_uid = ${entityUid} and o.scope_uids <@ ${scope}
                and (o.feature_uid = ${subjectUid} or o.currency_uid = ${subjectUid}) offset 0)`;

/**
 * The budgets that usage counts for: those of all who are named or stand above them, and of scoped ones those whose scope is among them too.
 * Each once a place. Domain: access-and-events G6, G7
 */
export const counting = `with ${namedBy('unnest($2::int[], $3::int[], $4::uuid[], $5::text[], $6::text[]) as n(place, ord, customer_uid, key, id)')}
         select r.place, a.uid, a.entity_id as "entityId", a.subject_id as "subjectId", a.usage_limit::text as "usageLimit", a.cadence,
                a.created_at as "createdAt"
           from resolved r
           cross join lateral unnest(r.uids) as u(uid)
           cross join lateral ${budgetsOf('u.uid', '($7::uuid[])[r.place]', 'r.uids')} a`;

/** In one order for everybody, until the end of the transaction. */
export const lock = `select a.uid, a.usage_limit::text as "usageLimit", a.cadence from usage_assignment a
          where a.environment_id = $1 and a.uid = any($2) order by a.uid for no key update`;

export const totals = `select k.place::int as place, u.total::text as total
           from unnest($2::uuid[], $3::text[], $4::timestamptz[]) with ordinality as k(assignment_uid, cadence, window_start, place)
           join assignment_usage u on u.environment_id = $1 and u.assignment_uid = k.assignment_uid and u.cadence = k.cadence
                and u.window_start = k.window_start`;

/**
 * What is added to windows, and what the newest window of each budget holds with it, for lists. Budgets are locked first, in the order of
 * their keys: whoever counts for another window of one waits too. Tells what each window holds now, and which write of its budget that is.
 */
export const add = `with held as materialized (
           select a.uid, a.cadence from usage_assignment a where a.environment_id = $1 and a.uid = any($2) order by a.uid for no key update
         ), told as (
           insert into assignment_usage as u (environment_id, assignment_uid, cadence, window_start, window_end, total)
           select $1, k.assignment_uid, k.cadence, k.window_start, k.window_end, k.added
             from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::numeric[])
                    with ordinality as k(assignment_uid, cadence, window_start, window_end, added, place)
             join held h on h.uid = k.assignment_uid
            order by k.place
           on conflict (environment_id, assignment_uid, cadence, window_start) do update set total = u.total + excluded.total
           returning assignment_uid, cadence, window_start, window_end, total
         ), newest as (
           select distinct on (h.uid) h.uid, t.window_start, t.window_end, t.total
             from held h left join told t on t.assignment_uid = h.uid and t.cadence = h.cadence
            order by h.uid, t.window_start desc
         ), counted as (
           update usage_assignment a
              set last_write = $7, writes = a.writes + 1,
                  (used, window_start, window_end, utilization) = (
                    select n.total, n.window_start, n.window_end,
                           case when a.usage_limit is null then -1 when a.usage_limit = 0 then 1
                                else (n.total / a.usage_limit)::double precision end
                     where n.window_start >= coalesce(a.window_start, n.window_start)
                    union all
                    select a.used, a.window_start, a.window_end, a.utilization
                     where n.window_start is null or n.window_start < a.window_start)
             from newest n
            where a.environment_id = $1 and a.uid = n.uid
           returning a.uid, a.customer_uid, a.writes
         )
         select c.uid, c.customer_uid as "customerUid", c.writes::float8 as writes, t.cadence, t.window_start as start, t.total::text as total
           from counted c join told t on t.assignment_uid = c.uid order by c.uid`;

/**
 * Budgets from each named entity to its root, one row each, with what their windows hold from the one of the question on; of one without any, and
 * of a question that names nobody, a row without a budget. What is asked about is named by ids, for a check answers about whatever there is not.
 * @reads customer of customers/customers
 * @reads feature of catalog/features
 * @reads custom_currency of catalog/custom-currencies
 */
export const chains = `with asked as materialized (
           select q.place, c.uid as customer_uid, coalesce(f.uid, y.uid) as subject_uid, q.at
             from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) with ordinality as q(customer_id, feature_id, currency_id, at, place)
             join customer c on c.environment_id = $1 and c.id = q.customer_id
             left join feature f on f.environment_id = $1 and f.id = q.feature_id
             left join custom_currency y on y.environment_id = $1 and y.id = q.currency_id and y.archived_at is null
         ), ${namedBy(`(select d.place, d.ord, q.customer_uid, d.key, d.id
                     from unnest($6::int[], $7::int[], $8::text[], $9::text[]) as d(place, ord, key, id) join asked q on q.place = d.place) n`)}
         select q.place::int as place, q.customer_uid as "customerUid", q.subject_uid is not null as "isWhole", n.ord,
                b.uid, b."entityId", b."usageLimit", b.cadence, b."createdAt", b."scopeEntityIds", b.writes, b.totals,
                pg_snapshot_xmax(pg_current_snapshot())::text::float8 - 1 as version
           from asked q
           left join (named n join resolved r on r.place = n.place) on n.place = q.place
           left join lateral (
             select l.level, a.uid, a.entity_id as "entityId", a.usage_limit::text as "usageLimit", a.cadence, a.created_at as "createdAt",
                    a.scope_ids as "scopeEntityIds", a.writes::float8 as writes, w.totals
               from unnest(n.uids) with ordinality as l(uid, level)
               cross join lateral ${budgetsOf('l.uid', 'q.subject_uid', 'r.uids')} a
               cross join lateral (
                 select coalesce(json_agg(json_build_array((extract(epoch from u.window_start) * 1000)::float8, u.total::text)), '[]') as totals
                   from assignment_usage u
                  where u.environment_id = $1 and u.assignment_uid = a.uid and u.cadence = a.cadence
                    and u.window_start >= coalesce((select max(p.window_start) from assignment_usage p
                                                     where p.environment_id = $1 and p.assignment_uid = a.uid and p.cadence = a.cadence
                                                       and p.window_start <= q.at), q.at)) w) b on true
          order by q.place, n.ord, b.level, b.uid`;

/** What the windows that are over held is told no more. Some at a time, and none that somebody else holds. */
export const roll = `with over as materialized (
           select a.uid from usage_assignment a
            where a.environment_id = $1 and a.customer_uid = $2 and a.window_end is not null and a.window_end <= $3
            order by a.window_end limit $4 for no key update skip locked)
         update usage_assignment a set used = 0, window_start = null, window_end = null,
                utilization = case when a.usage_limit is null then -1 when a.usage_limit = 0 then 1 else 0 end
           from over o where a.environment_id = $1 and a.uid = o.uid
         returning a.uid`;

/** Since when the oldest of those that are over still is told. */
export const overSince = `select min(a.window_end) as since from usage_assignment a
          where a.environment_id = $1 and a.customer_uid = $2 and a.window_end is not null and a.window_end <= $3`;

/** Windows of which nothing is told any more. Of every tenant. */
export const forget = `delete from assignment_usage u where u.ctid = any (array(
           select o.ctid from assignment_usage o where o.window_end < $1 order by o.window_end limit $2))`;

/** What nodes of a page hold in the windows of now. */
export const presentTotals = `select a.uid, coalesce(u.total, 0)::text as total
           from usage_assignment a
           left join lateral (
             select u.total from assignment_usage u
              where u.environment_id = $1 and u.assignment_uid = a.uid and u.cadence = a.cadence and u.window_start <= $3 and u.window_end > $3
              order by u.window_start desc limit 1) u on true
          where a.environment_id = $1 and a.uid = any($2)`;
