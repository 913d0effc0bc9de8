import { eventFlags } from './domain/raw-event';

/** One at a time asks for a rebuild of a meter. */
export const lockMeter = `select m.uid, m.definition from meter m
          where m.environment_id = $1 and m.feature_uid = $2 and m.until is null for update`;

/** An event that came too late to be counted when it came is counted by no rebuild either. */
const isKept = `e.environment_id = $1 and e.flags & ${eventFlags.late | eventFlags.reserved} = 0`;

/** So many at most are counted, however many there are. */
export const countKept = `select count(*)::int as events from (select from raw_event e where ${isKept} limit $2) e`;

/** The first instant from one on. */
export const nextInstant = `select min(e.at) as at from raw_event e where ${isKept} and e.at >= $2`;

/** Customers of a day past one of them, cut where about as many events lie between: the last of each range. */
export const ranges = `with told as (
           select e.customer_id, count(*) as n from raw_event e
            where ${isKept} and e.at >= $2 and e.at < $3 and e.customer_id > $4
            group by e.customer_id
         ), placed as (
           select c.customer_id, sum(c.n) over (order by c.customer_id) - c.n as before from told c
         )
         select max(p.customer_id) as last from placed p group by floor(p.before / $5::int) order by 1 limit $6`;

const inChunk = `e.at >= $2 and e.at < $3 and e.customer_id > $4 and e.customer_id <= $5`;

export const countChunk = `select count(*)::int as events from raw_event e where ${isKept} and ${inChunk}`;

/** In the order of ix_raw_event_customer, with whether the meter counts them already, and where. */
export const events = `select e.at, e.key, e.received_at as "receivedAt", e.customer_id as "customerId", e.resource_id as "resourceId", e.name, e.dimensions,
                coalesce(e.fed @> array[$6::uuid], false) as "isFed", coalesce(e.fed_resource @> array[$6::uuid], false) as "isFedResource"
           from raw_event e
          where ${isKept} and ${inChunk} and e.received_at >= $7 and (e.customer_id, e.at, e.key) > ($8, $9::timestamptz, $10::uuid)
          order by e.customer_id, e.at, e.key limit $11`;

/**
 * Who has days of the meter in a chunk, with the window that their counter stands in.
 * @reads customer, customer_resource of customers/customers
 */
export const counted = `select c.id as "customerId", r.id as "resourceId", b.customer_uid as "customerUid", b.resource_key as "resourceKey",
                u.window_start as "start", u.window_end as "end"
           from (select distinct b.customer_uid, b.resource_key from meter_bucket b
                  where b.environment_id = $1 and b.meter_uid = $6 and b.starts >= $2 and b.starts < $3) b
           join customer c on c.environment_id = $1 and c.uid = b.customer_uid and c.id > $4 and c.id <= $5
           left join customer_resource r on r.environment_id = $1 and r.customer_uid = b.customer_uid and r.uid::text = b.resource_key
           join meter_counter u on u.environment_id = $1 and u.customer_uid = b.customer_uid and u.resource_key = b.resource_key
                and u.feature_uid = $7`;

const heads = `unnest($4::uuid[], $5::text[]) with ordinality as h(customer_uid, resource_key, place)`;

export const forget = `delete from meter_bucket b using ${heads}
          where b.environment_id = $1 and b.customer_uid = h.customer_uid and b.resource_key = h.resource_key and b.meter_uid = $6
            and b.starts >= $2 and b.starts < $3`;

/** Values that were met first on the day; what was met later too is met again when that day is counted. */
export const forgetValues = `delete from meter_value v using ${heads}
          where v.environment_id = $1 and v.customer_uid = h.customer_uid and v.resource_key = h.resource_key and v.meter_uid = $6
            and v.first_at >= $2 and v.first_at < $3`;

export const keep = `insert into meter_bucket (environment_id, customer_uid, resource_key, meter_uid, starts, ends, n, total, low, high)
         select $1, b.customer_uid, b.resource_key, $2, b.starts, b.ends, b.n, b.total, b.low, b.high
           from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::bigint[], $8::numeric[], $9::numeric[], $10::numeric[])
             as b(customer_uid, resource_key, starts, ends, n, total, low, high)`;

export const keepValues = `insert into meter_value as m (environment_id, customer_uid, resource_key, meter_uid, window_start, window_end, value, first_at)
         select $1, v.customer_uid, coalesce(v.resource_key, ''), $2, v.window_start, v.window_end, v.value, v.first_at
           from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::uuid[], $8::timestamptz[])
             as v(customer_uid, resource_key, window_start, window_end, value, first_at)
         on conflict (environment_id, customer_uid, resource_key, meter_uid, window_start, window_end, value)
           do update set first_at = excluded.first_at where excluded.first_at < m.first_at`;

const marked = (column: string, isIn: string): string =>
  `case when ${isIn} then array_append(array_remove(e.${column}, $2::uuid), $2::uuid) else nullif(array_remove(e.${column}, $2::uuid), '{}') end`;

/** By which meters an event is counted is written with it. */
export const mark = `update raw_event e set fed = ${marked('fed', 'f.is_own')}, fed_resource = ${marked('fed_resource', 'f.is_resources')}
           from unnest($3::timestamptz[], $4::uuid[], $5::boolean[], $6::boolean[]) as f(at, key, is_own, is_resources)
          where e.environment_id = $1 and e.at = f.at and e.key = f.key`;

export const countValues = `select h.place::int as place, count(v.value)::int as n
           from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[])
                  with ordinality as h(customer_uid, resource_key, window_start, window_end, place)
           left join meter_value v on v.environment_id = $1 and v.customer_uid = h.customer_uid and v.resource_key = h.resource_key
                and v.meter_uid = $6 and v.window_start = h.window_start and v.window_end = h.window_end
          group by h.place order by h.place`;

/** Counters that are locked and stand in the windows that are in force. */
export const settle = `update meter_counter c
            set n = t.n, total = t.total, low = t.low, high = t.high, revision = $3, last_event_at = greatest(c.last_event_at, t.last_at)
           from unnest($4::uuid[], $5::text[], $6::bigint[], $7::numeric[], $8::numeric[], $9::numeric[], $10::timestamptz[])
                  with ordinality as t(customer_uid, resource_key, n, total, low, high, last_at, place)
          where c.environment_id = $1 and c.feature_uid = $2 and c.customer_uid = t.customer_uid and c.resource_key = t.resource_key
          returning t.place::int as place, c.told_threshold as told, c.last_event_at as "lastEventAt", pg_current_xact_id()::text::float8 as version`;
