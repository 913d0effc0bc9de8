import { eventFlags } from './domain/raw-event';

// Uids and windows of a counter are found by its place among the heads, and counters by the conflict of an insert: a join would compare each
// with each where the planner thinks that there are few.
const meterAt = (place: string): string => `($20::uuid[])[${place}]`;

/**
 * Events and all that they count, in one statement. Only what was not stored before is counted: the rows that the insert gave back.
 * Told again, one from ahead may be one that is told in time: so it holds the place where that would be.
 * A counter that is not in the window or of the meter that is thought to be in force fails it: usage_guard raises. One that is missing
 * has counted nothing yet and begins here. ADR-0063
 */
export const count = `with event as materialized (
           select e.key, e.at, e.told_at, e.is_once, e.customer_id, e.resource_id, e.name, e.idempotency_key, e.dimensions::jsonb as dimensions,
                  e.flags, e.fed::uuid[] as fed, e.fed_resource::uuid[] as fed_resource
             from unnest($6::uuid[], $7::timestamptz[], $8::timestamptz[], $9::boolean[], $10::text[], $11::text[], $12::text[], $13::text[],
                    $14::text[], $15::int[], $16::text[], $17::text[])
               as e(key, at, told_at, is_once, customer_id, resource_id, name, idempotency_key, dimensions, flags, fed, fed_resource)
         ), claimed as (
           insert into event_once (environment_id, generation, key)
           select $1, g.generation, e.key
             from event e cross join unnest($4::smallint[]) as g(generation)
            where e.is_once and e.flags & ${eventFlags.ahead} = 0 and not exists (
              select 1 from event_once o where o.environment_id = $1 and o.generation = $5::smallint and o.key = e.key)
           on conflict do nothing
           returning key
         ), foreseen as (
           insert into raw_event (environment_id, at, key, received_at, customer_id, name, idempotency_key, flags)
           select $1, e.told_at, e.key, $2, '', '', '', ${eventFlags.reserved}
             from event e
            where e.flags & ${eventFlags.ahead} <> 0
           on conflict do nothing
           returning key
         ), once as (
           select c.key from claimed c group by c.key having count(*) = cardinality($4)
           union all
           select f.key from foreseen f
         ), stored as (
           insert into raw_event (environment_id, at, key, received_at, told_at, customer_id, resource_id, name, idempotency_key,
                  dimensions, flags, fed, fed_resource)
           select $1, e.at, e.key, $2, e.told_at, e.customer_id, e.resource_id, e.name, e.idempotency_key, e.dimensions, e.flags,
                  e.fed, e.fed_resource
             from event e
            where not e.is_once or (e.key in (select o.key from once o)) is true
           on conflict do nothing
           returning key, flags, coalesce(fed, fed_resource) is not null as is_fed
         ), cell as materialized (
           select c.head, c.resource_key, c.starts, c.ends, c.is_live, c.number::numeric as number, c.value, c.value_start, c.value_end,
                  ($7::timestamptz[])[c.event] as at
             from unnest($23::int[], $24::int[], $25::text[], $26::timestamptz[], $27::timestamptz[], $28::boolean[], $29::text[],
                    $30::uuid[], $31::timestamptz[], $32::timestamptz[])
               as c(event, head, resource_key, starts, ends, is_live, number, value, value_start, value_end)
            where (($6::uuid[])[c.event] in (select s.key from stored s)) is true
         ), added as materialized (
           select c.head, min(c.resource_key) as resource_key, c.starts, c.ends, bool_or(c.is_live) as is_live, count(*) as n,
                  coalesce(sum(c.number), 0) as total, min(c.number) as low, max(c.number) as high, max(c.at) as last_at
             from cell c group by c.head, c.starts, c.ends order by c.head, c.starts
         ), met as (
           insert into meter_value as v (environment_id, customer_uid, resource_key, meter_uid, window_start, window_end, value, first_at)
           select $1, ($18::uuid[])[c.head], coalesce(min(c.resource_key), ''), ${meterAt('c.head')}, c.value_start, c.value_end,
                  c.value, min(c.at)
             from cell c where c.value is not null
            group by c.head, c.value_start, c.value_end, c.value order by c.head, c.value_start, c.value
           on conflict (environment_id, customer_uid, resource_key, meter_uid, window_start, window_end, value)
             do update set first_at = excluded.first_at where excluded.first_at < v.first_at
           returning customer_uid, resource_key, meter_uid, window_start, (xmax = 0) as is_new
         ), fresh as materialized (
           select m.customer_uid, m.resource_key, m.meter_uid, m.window_start, count(*) as n
             from met m where m.is_new group by m.customer_uid, m.resource_key, m.meter_uid, m.window_start
         ), sum as materialized (
           select a.head, ($18::uuid[])[a.head] as customer_uid, coalesce(min(a.resource_key), '') as resource_key,
                  ($19::uuid[])[a.head] as feature_uid, ${meterAt('a.head')} as meter_uid,
                  ($21::timestamptz[])[a.head] as window_start, ($22::timestamptz[])[a.head] as window_end,
                  coalesce(sum(a.n) filter (where a.is_live), 0) as n, coalesce(sum(a.total) filter (where a.is_live), 0) as total,
                  min(a.low) filter (where a.is_live) as low, max(a.high) filter (where a.is_live) as high, max(a.last_at) as last_at
             from added a group by a.head
         ), moved as (
           insert into meter_counter as c (environment_id, customer_uid, resource_key, feature_uid, meter_uid, window_start, window_end,
                  n, total, low, high, told_threshold, told_before, last_event_at, revision)
           select $1, s.customer_uid, s.resource_key, s.feature_uid, s.meter_uid, s.window_start, s.window_end,
                  case when ($33::boolean[])[s.head] then coalesce(f.n, 0) else s.n end, s.total, s.low, s.high, 0, '{}', s.last_at, $3
             from sum s
             left join fresh f on f.customer_uid = s.customer_uid and f.resource_key = s.resource_key and f.meter_uid = s.meter_uid
                  and f.window_start = s.window_start
            order by s.head
           on conflict (environment_id, customer_uid, resource_key, feature_uid)
             do update set n = c.n + excluded.n, total = c.total + excluded.total, low = least(c.low, excluded.low),
                           high = greatest(c.high, excluded.high), last_event_at = greatest(c.last_event_at, excluded.last_event_at),
                           revision = excluded.revision
                 where c.meter_uid = excluded.meter_uid and c.window_start = excluded.window_start and c.window_end = excluded.window_end
           returning c.customer_uid, c.resource_key, c.feature_uid, c.n, c.total, c.low, c.high, c.told_threshold, c.last_event_at
         ), kept as (
           insert into meter_bucket as b (environment_id, customer_uid, resource_key, meter_uid, starts, ends, n, total, low, high)
           select $1, ($18::uuid[])[a.head], coalesce(a.resource_key, ''), ${meterAt('a.head')}, a.starts, a.ends, a.n, a.total,
                  a.low, a.high
             from added a order by a.head, a.starts
           on conflict (environment_id, customer_uid, resource_key, meter_uid, starts, ends)
             do update set n = b.n + excluded.n, total = b.total + excluded.total, low = least(b.low, excluded.low),
                           high = greatest(b.high, excluded.high)
         )
         select g.version, g.stored, g.fed, g.late, g.fresh, s.head, m.n::float8 as n, m.total::text as total, m.low::text as low, m.high::text as high,
                m.told_threshold as told, date_part('epoch', m.last_event_at) as last_event_at
           from (select usage_guard((select count(*) from moved), (select count(*) from sum)) as is_passed,
                        pg_current_xact_id()::text::float8 as version, (select count(*) from stored)::int as stored,
                        (select count(*) from stored s where s.is_fed)::int as fed,
                        (select count(*) from stored s where s.flags & ${eventFlags.late} <> 0)::int as late,
                        (select array_agg(p.place) from unnest($34::int[]) as p(place)
                          where (($6::uuid[])[p.place] in (select s.key from stored s)) is true) as fresh) g
           left join (moved m join sum s on s.customer_uid = m.customer_uid and s.resource_key = m.resource_key
                                        and s.feature_uid = m.feature_uid) on g.is_passed`;

const heads = `unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::text[])
                 with ordinality as h(customer_uid, feature_uid, meter_uid, window_start, window_end, resource_key, place)`;

/** Counters that have counted nothing yet, in one order for everybody. */
export const make = `insert into meter_counter (environment_id, customer_uid, resource_key, feature_uid, meter_uid, window_start, window_end,
                n, total, told_threshold, told_before, revision)
         select $1, h.customer_uid, coalesce(h.resource_key, ''), h.feature_uid, h.meter_uid, h.window_start, h.window_end, 0, 0, 0, '{}', $8
           from ${heads} order by h.place
         on conflict do nothing
         returning customer_uid, resource_key, feature_uid`;

export const lock = `select h.place::int as place, c.meter_uid, c.window_start, c.window_end, c.told_threshold as told, c.told_before
           from ${heads}
           join meter_counter c on c.environment_id = $1 and c.customer_uid = h.customer_uid
                and c.resource_key = coalesce(h.resource_key, '') and c.feature_uid = h.feature_uid
          order by h.place for update of c`;

/**
 * What lies in the days of each window, and the parts of days that the window cuts otherwise than whoever counted in them: of such a day
 * no bucket is taken, because buckets that were cut by different rules overlap.
 */
export const fold = `select h.place::int as place,
                coalesce(sum(b.n) filter (where b.is_whole), 0)::float8 as n, coalesce(sum(b.total) filter (where b.is_whole), 0)::text as total,
                (min(b.low) filter (where b.is_whole))::text as low, (max(b.high) filter (where b.is_whole))::text as high,
                count(b.day)::int as buckets,
                coalesce(jsonb_agg(distinct jsonb_build_array(greatest(b.day, extract(epoch from h.window_start)) * 1000,
                                                              least(b.day + 86400, extract(epoch from h.window_end)) * 1000))
                           filter (where not b.is_whole), '[]') as parts
           from ${heads}
           left join lateral (
             select c.n, c.total, c.low, c.high, c.day, bool_and(c.starts >= h.window_start and c.ends <= h.window_end) over (partition by c.day) as is_whole
               from (select b.n, b.total, b.low, b.high, b.starts, b.ends, floor(extract(epoch from b.starts) / 86400) * 86400 as day
                       from meter_bucket b
                      where b.environment_id = $1 and b.customer_uid = h.customer_uid and b.resource_key = coalesce(h.resource_key, '')
                        and b.meter_uid = h.meter_uid and b.starts < h.window_end and b.ends > h.window_start) c) b on true
          group by h.place order by h.place`;

/** Counters that are locked, into the windows that are in force. */
export const turn = `insert into meter_counter as c (environment_id, customer_uid, resource_key, feature_uid, meter_uid, window_start, window_end,
                n, total, low, high, told_threshold, told_before, revision)
         select $1, h.customer_uid, coalesce(h.resource_key, ''), h.feature_uid, h.meter_uid, h.window_start, h.window_end,
                h.n, h.total, h.low, h.high, h.told, h.told_before, $8
           from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::text[],
                  $9::bigint[], $10::numeric[], $11::numeric[], $12::numeric[], $13::smallint[], $14::jsonb[])
             as h(customer_uid, feature_uid, meter_uid, window_start, window_end, resource_key, n, total, low, high, told, told_before)
         on conflict (environment_id, customer_uid, resource_key, feature_uid)
           do update set meter_uid = excluded.meter_uid, window_start = excluded.window_start, window_end = excluded.window_end,
                         n = excluded.n, total = excluded.total, low = excluded.low, high = excluded.high,
                         told_threshold = excluded.told_threshold, told_before = excluded.told_before, revision = excluded.revision`;

/** How far counters were told of, in the transaction that counts in them. */
export const tell = `update meter_counter c set told_threshold = h.told
           from unnest($2::uuid[], $3::text[], $4::uuid[], $5::smallint[]) as h(customer_uid, resource_key, feature_uid, told)
          where c.environment_id = $1 and c.customer_uid = h.customer_uid and c.resource_key = h.resource_key
            and c.feature_uid = h.feature_uid`;

/** Into the window that a counter is turned to: what other windows have met before. */
export const meet = `insert into meter_value (environment_id, customer_uid, resource_key, meter_uid, window_start, window_end, value, first_at, is_carried)
         select $1, $2, $3, $4, $5, $6, v.value, v.first_at, true from unnest($7::uuid[], $8::timestamptz[]) as v(value, first_at)
         on conflict (environment_id, customer_uid, resource_key, meter_uid, window_start, window_end, value)
           do update set first_at = least(meter_value.first_at, excluded.first_at)`;
