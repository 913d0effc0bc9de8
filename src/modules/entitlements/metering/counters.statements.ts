import { hearersOf } from '#libs/messaging/event-audience';

/** Domain: entitlements-usage N3 */
export const measurementReported = 'measurement.reported';
const hearers = hearersOf(`'${measurementReported}'`);

// Arrays are unnested side by side: one round trip for a batch as for a single report.
const keys = `unnest($2::uuid[], $3::text[], $4::uuid[]) with ordinality as k(customer_uid, resource_key, feature_uid, place)`;
const sameCounter = (table: string): string =>
  `${table}.environment_id = $1 and ${table}.customer_uid = k.customer_uid
   and ${table}.resource_key = k.resource_key and ${table}.feature_uid = k.feature_uid`;

/** Makes missing counters and locks all, in the order of the arrays; and says whether somebody wants to hear of each report. */
export const lock = `insert into usage_counter as c
           (environment_id, customer_uid, resource_key, feature_uid, level, rules, updated_at)
         select $1, k.customer_uid, k.resource_key, k.feature_uid, 0, '[]', $5 from ${keys} order by k.place
         on conflict (environment_id, customer_uid, resource_key, feature_uid) do update set updated_at = c.updated_at
         returning c.customer_uid, c.resource_key, c.feature_uid, c.level::float8 as level,
                   c.last_set_at, c.last_event_at, c.rules, c.revision, ${hearers} > 0 as is_heard`;

/** Without a lock, and only those that exist. */
export const find = `select k.place::int as place, c.customer_uid, c.resource_key, c.feature_uid, c.level::float8 as level,
                c.last_set_at, c.last_event_at, c.rules, c.revision
           from ${keys} join usage_counter c on ${sameCounter('c')}`;

export const measurementsByUid = `select 1 from usage_measurement m
          where m.environment_id = $1 and m.uid = any($2::uuid[]) limit 1`;

export const measurementsByKey = `select k.place::int as counter, m.idempotency_key, m.uid, m.value::float8 as value, m.delta::float8 as delta,
                m.occurred_at, m.recorded_at, m.usage_after::float8 as usage_after, m.window_start, m.window_end,
                m.update_behavior, m.named_resource_uid
           from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::uuid[])
                  with ordinality as k(customer_uid, resource_key, feature_uid, idempotency_key, named_resource_uid, place)
           join usage_measurement m on ${sameCounter('m')} and m.idempotency_key = k.idempotency_key
                and (k.named_resource_uid is null or m.named_resource_uid = k.named_resource_uid)`;

export const totalsOf = `select k.place::int as place,
                coalesce(w.told_threshold, 0) as told,
                coalesce(case when k.trusted then w.total end, (select sum(m.delta) from usage_measurement m where ${sameCounter('m')}
                                      and m.occurred_at >= k.window_start and m.occurred_at < k.window_end), 0)::float8
                  as total
           from unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::boolean[])
                  with ordinality as k(customer_uid, resource_key, feature_uid, window_start, window_end, trusted, place)
           left join usage_window w on ${sameCounter('w')}
                and w.window_start = k.window_start and w.window_end = k.window_end`;

/** The uids of a counter by its place among the heads: a join would compare each with each. A text would be looked for from the first on. */
const uidsAt = (place: string): string => `($3::uuid[])[${place}], ($5::uuid[])[${place}]`;
const counterOf = (table: string, row: string): string =>
  `${table}.environment_id = $1 and ${table}.customer_uid = ($3::uuid[])[${row}.place]
              and ${table}.resource_key = coalesce(${row}.resource_key, '') and ${table}.feature_uid = ($5::uuid[])[${row}.place]`;

/** Rules are told where they have changed only: text becomes jsonb at a price. */
const head = `head as materialized (
           select h.customer_uid, coalesce(h.resource_key, '') as resource_key, h.feature_uid, h.level, h.last_set_at, h.last_event_at,
                  h.rules::jsonb as rules, h.revision, h.is_stored
             from unnest($3::uuid[], $4::text[], $5::uuid[], $6::bigint[], $7::timestamptz[], $8::timestamptz[], $9::text[],
                    $10::uuid[], $11::boolean[])
               as h(customer_uid, resource_key, feature_uid, level, last_set_at, last_event_at, rules, revision, is_stored)
         ), moved as (
           update usage_counter c set level = h.level, last_set_at = h.last_set_at, last_event_at = h.last_event_at,
                  rules = coalesce(h.rules, c.rules), updated_at = $2, revision = $12
             from head h
            where h.is_stored and c.environment_id = $1 and c.customer_uid = h.customer_uid
              and c.resource_key = h.resource_key and c.feature_uid = h.feature_uid
              and c.revision is not distinct from h.revision
           returning 1
         )`;
/** Of the reports that name a resource and have a key: how many were counted at the other level that they may count at. Any fails the statement. */
const elsewhere = `(select count(*) from unnest($31::int[], $32::text[], $33::uuid[], $34::text[])
                    as o(place, resource_key, named_resource_uid, idempotency_key)
              join usage_measurement m on ${counterOf('m', 'o')} and m.idempotency_key = o.idempotency_key
                   and (o.named_resource_uid is null or m.named_resource_uid = o.named_resource_uid))`;
/** Of a write that tells nobody of each report: one, if somebody wants to hear of it. It fails the statement. ADR-0127 */
const unheeded = `case when $35 then 0 else ${hearers} end`;
const windows = `unnest($13::int[], $14::text[], $15::timestamptz[], $16::timestamptz[], $17::bigint[])
                    as w(place, resource_key, starts, ends, total)`;
const told = `told as (
           insert into usage_measurement (environment_id, recorded_at, customer_uid, feature_uid, resource_key, uid, value, delta,
                  update_behavior, occurred_at, usage_after, window_start, window_end, idempotency_key, dimensions, named_resource_uid)
           select $1, $2, ${uidsAt('m.place')}, coalesce(m.resource_key, ''), m.uid, m.value, m.delta,
                  case when m.is_set then 'SET' else 'DELTA' end, m.occurred_at, m.usage_after, m.starts, m.ends,
                  m.idempotency_key, m.dimensions::jsonb, m.named_resource_uid
             from guard, unnest($18::int[], $19::text[], $20::uuid[], $21::bigint[], $22::bigint[], $23::boolean[], $24::timestamptz[],
                    $25::bigint[], $26::timestamptz[], $27::timestamptz[], $28::text[], $29::text[], $30::uuid[])
               as m(place, resource_key, uid, value, delta, is_set, occurred_at, usage_after, starts, ends, idempotency_key, dimensions,
                    named_resource_uid)
            where guard.is_passed
         )`;

/**
 * Counters, windows and measurements of a group in one statement, columns side by side. A counter that is not as it was read, or that
 * somebody made meanwhile, fails it, and so does a key that was counted at another level, or who wants to hear of each report and would
 * not be told: usage_guard raises.
 */
export const write = `with ${head}, made as (
           insert into usage_counter (environment_id, customer_uid, resource_key, feature_uid, level, last_set_at, last_event_at,
                  rules, updated_at, revision)
           select $1, h.customer_uid, h.resource_key, h.feature_uid, h.level, h.last_set_at, h.last_event_at,
                  coalesce(h.rules, '[]'), $2, $12
             from head h where not h.is_stored
           on conflict (environment_id, customer_uid, resource_key, feature_uid) do nothing
           returning 1
         ), guard as materialized (
           select usage_guard((select count(*) from moved) + (select count(*) from made) - ${elsewhere} - ${unheeded}, cardinality($3)) as is_passed
         ), win as (
           insert into usage_window (environment_id, customer_uid, feature_uid, resource_key, window_start, window_end, total)
           select $1, ${uidsAt('w.place')}, coalesce(w.resource_key, ''), w.starts, w.ends, w.total
             from guard, ${windows}
            where guard.is_passed
           on conflict (environment_id, customer_uid, resource_key, feature_uid, window_start, window_end)
             do update set total = excluded.total
         ), ${told}
         select pg_current_xact_id()::text::float8 as version`;

/**
 * The same where all counters and windows are stored, as they are for who reports again and again: an update locks and logs once what an
 * insert that meets its row locks and logs twice. A window that is not there fails it like a counter.
 */
export const rewrite = `with ${head}, guard as materialized (
           select usage_guard((select count(*) from moved) - ${elsewhere} - ${unheeded}, cardinality($3)) as is_passed
         ), win as (
           update usage_window u set total = w.total
             from guard, ${windows}
            where guard.is_passed and ${counterOf('u', 'w')}
              and u.window_start = w.starts and u.window_end = w.ends
           returning 1
         ), ${told}
         select pg_current_xact_id()::text::float8 as version
          where usage_guard((select count(*) from win), cardinality($13))`;

/** Of windows that the same transaction has counted in. */
export const tellWindows = `update usage_window w set told_threshold = k.told
           from unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::int[])
                  as k(customer_uid, resource_key, feature_uid, window_start, window_end, told)
          where ${sameCounter('w')} and w.window_start = k.window_start and w.window_end = k.window_end`;

/** What a customer's resources reported together, or one of them, of each feature in each period. A period that is open has no start. */
export const reported = `select a.place::int as place, r.reports, r.total
           from unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[])
                  with ordinality as a(feature_uid, period_start, period_end, resource_key, place)
                cross join lateral (
                  select count(*)::int as reports, coalesce(sum(m.delta), 0)::text as total
                    from usage_measurement m
                   where m.environment_id = $1 and m.customer_uid = $2 and m.feature_uid = a.feature_uid
                     and (a.period_start is null or m.occurred_at >= a.period_start)
                     and m.occurred_at < a.period_end
                     and (a.resource_key is null or m.resource_key = a.resource_key)) r
          order by a.place`;

const spans = `unnest($5::timestamptz[], $6::timestamptz[]) with ordinality as s(starts, ends, place)`;
const withinSpan = `m.environment_id = $1 and m.customer_uid = $2 and m.resource_key = $3 and m.feature_uid = $4
               and m.occurred_at >= s.starts and m.occurred_at < s.ends`;

/** Span by span, each answered by its part of ix_usage_measurement_history alone. */
export const summed = `select s.place::int as place, '{}'::text[] as tags, u.total::text as total
           from ${spans}
           cross join lateral (select sum(m.delta) as total from usage_measurement m where ${withinSpan}) u
          where u.total is not null`;

/** The same by the values of up to three dimensions, which only the measurements themselves tell. */
export const summedByTags = `select s.place::int as place, array[u.tag_1, u.tag_2, u.tag_3] as tags, u.total::text as total
           from ${spans}
           cross join lateral (
             select sum(m.delta) as total, m.dimensions ->> ($7::text[])[1] as tag_1,
                    m.dimensions ->> ($7::text[])[2] as tag_2, m.dimensions ->> ($7::text[])[3] as tag_3
               from usage_measurement m where ${withinSpan}
              group by tag_1, tag_2, tag_3) u
          limit $8`;
