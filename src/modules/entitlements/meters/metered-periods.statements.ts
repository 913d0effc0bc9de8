/** What features had as meters, the oldest first. */
export const meters = `select m.uid, m.feature_uid as "featureUid", m.definition -> 'aggregation' as aggregation, m.since, m.until
           from meter m
          where m.environment_id = $1 and m.feature_uid = any($2::uuid[])
          order by m.since, m.until`;

/** Of a customer with all its resources, or of one of them, what lies in whole buckets of each part, and the days of a resource that it cuts. */
export const foldAll = `select a.place::int as place,
                coalesce(sum(b.n) filter (where b.is_within), 0)::float8 as n, coalesce(sum(b.total) filter (where b.is_within), 0)::text as total,
                (min(b.low) filter (where b.is_within))::text as low, (max(b.high) filter (where b.is_within))::text as high,
                count(b.day)::int as buckets,
                coalesce(jsonb_agg(distinct jsonb_build_array(b.resource_key,
                           extract(epoch from greatest(b.day, a.part_start)) * 1000,
                           extract(epoch from least(b.day + interval '24 hours', a.part_end)) * 1000))
                         filter (where not b.is_within), '[]') as cut
           from unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[])
                  with ordinality as a(meter_uid, part_start, part_end, resource_key, place)
           left join lateral (
             select b.resource_key, b.n, b.total, b.low, b.high, date_trunc('day', b.starts, 'UTC') as day,
                    bool_and(b.starts >= a.part_start and b.ends <= a.part_end)
                      over (partition by b.resource_key, date_trunc('day', b.starts, 'UTC')) as is_within
               from meter_bucket b
              where b.environment_id = $1 and b.customer_uid = $2 and b.meter_uid = a.meter_uid
                and b.starts < a.part_end and b.ends > a.part_start
                and (a.resource_key is null or b.resource_key = a.resource_key)) b on true
          group by a.place order by a.place`;

/**
 * Each value once, whichever resource met it.
 * @reads customer of customers/customers
 */
export const valuesOfAll = `select distinct case when $6::text = 'eventName' then to_jsonb(e.name) else e.dimensions -> $6::text end as value
           from customer c
           join raw_event e on e.environment_id = $1 and e.customer_id = c.id and e.at >= $4 and e.at < $5
                and (e.fed @> array[$3::uuid] or e.fed_resource @> array[$3::uuid])
          where c.environment_id = $1 and c.uid = $2`;
