// Arrays are unnested side by side: one round trip for a batch as for a single report.
const keys = `unnest($2::uuid[], $3::text[], $4::uuid[]) with ordinality as k(customer_uid, resource_key, feature_uid, place)`;
const sameCounter = (table: string): string =>
  `${table}.environment_id = $1 and ${table}.customer_uid = k.customer_uid
   and ${table}.resource_key = k.resource_key and ${table}.feature_uid = k.feature_uid`;

/** Makes missing counters and locks all, in the order of the arrays. */
export const lock = `insert into usage_counter as c
           (environment_id, customer_uid, resource_key, feature_uid, level, rules, updated_at)
         select $1, k.customer_uid, k.resource_key, k.feature_uid, 0, '[]', $5 from ${keys} order by k.place
         on conflict (environment_id, customer_uid, resource_key, feature_uid) do update set updated_at = c.updated_at
         returning c.customer_uid, c.resource_key, c.feature_uid, c.level::float8 as level,
                   c.last_set_at, c.last_event_at, c.rules`;

export const measurementsByKey = `select k.place::int as counter, m.idempotency_key, m.uid, m.value::float8 as value, m.delta::float8 as delta,
                m.occurred_at, m.recorded_at, m.usage_after::float8 as usage_after, m.window_start, m.window_end,
                m.update_behavior
           from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[])
                  with ordinality as k(customer_uid, resource_key, feature_uid, idempotency_key, place)
           join usage_measurement m on ${sameCounter('m')} and m.idempotency_key = k.idempotency_key`;

/** Without a lock, and only those that exist. */
export const presentCounters = `select k.place::int as place, c.level::float8 as level, c.last_event_at, c.rules
           from ${keys} join usage_counter c on ${sameCounter('c')}`;

export const totalsOf = `select k.place::int as place,
                coalesce(w.total, (select sum(m.delta) from usage_measurement m where ${sameCounter('m')}
                                      and m.occurred_at >= k.window_start and m.occurred_at < k.window_end), 0)::float8
                  as total
           from unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::boolean[])
                  with ordinality as k(customer_uid, resource_key, feature_uid, window_start, window_end, trusted, place)
           left join usage_window w on k.trusted and ${sameCounter('w')}
                and w.window_start = k.window_start and w.window_end = k.window_end`;

/** Counters, windows and measurements of a batch in one statement, under the locks of `lock`. */
export const write = `with head as (
           update usage_counter c set level = h.level, last_set_at = h.last_set_at, last_event_at = h.last_event_at,
                  rules = h.rules, updated_at = $2
             from jsonb_to_recordset($3::jsonb) as h(customer_uid uuid, resource_key text, feature_uid uuid,
                    level bigint, last_set_at timestamptz, last_event_at timestamptz, rules jsonb)
            where c.environment_id = $1 and c.customer_uid = h.customer_uid
              and c.resource_key = h.resource_key and c.feature_uid = h.feature_uid
         ), win as (
           insert into usage_window (environment_id, customer_uid, resource_key, feature_uid, window_start, window_end, total)
           select $1, w.customer_uid, w.resource_key, w.feature_uid, w.window_start, w.window_end, w.total
             from jsonb_to_recordset($4::jsonb) as w(customer_uid uuid, resource_key text, feature_uid uuid,
                    window_start timestamptz, window_end timestamptz, total bigint)
           on conflict (environment_id, customer_uid, resource_key, feature_uid, window_start, window_end)
             do update set total = excluded.total
         )
         insert into usage_measurement (environment_id, uid, customer_uid, resource_key, feature_uid, value, delta,
                update_behavior, occurred_at, recorded_at, usage_after, window_start, window_end, idempotency_key,
                fingerprint, dimensions)
         select $1, m.uid, m.customer_uid, m.resource_key, m.feature_uid, m.value, m.delta, m.update_behavior,
                m.occurred_at, $2, m.usage_after, m.window_start, m.window_end, m.idempotency_key, m.fingerprint,
                m.dimensions
           from jsonb_to_recordset($5::jsonb) as m(uid uuid, customer_uid uuid, resource_key text, feature_uid uuid,
                  value bigint, delta bigint, update_behavior text, occurred_at timestamptz, usage_after bigint,
                  window_start timestamptz, window_end timestamptz, idempotency_key text, fingerprint text,
                  dimensions jsonb)`;

/** What a customer's resources reported of a feature together. A period that is open has no start. */
export const reported = `select count(*)::int as reports, coalesce(sum(m.delta), 0)::text as total
           from usage_measurement m
          where m.environment_id = $1 and m.customer_uid = $2 and m.feature_uid = $3
            and ($4::timestamptz is null or m.occurred_at >= $4) and m.occurred_at < $5`;
