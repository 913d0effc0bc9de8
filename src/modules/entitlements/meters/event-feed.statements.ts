import { eventFlags } from './domain/raw-event';

const isEvent = `t.flags & ${eventFlags.reserved} = 0`;

/** Beside the customer and the span: which events are meant. */
const isMeant = `($8::text is null or t.resource_id = $8) and ($9::text is null or t.name = $9)
            and ($10::text is null or t.idempotency_key = $10)
            and ($11::boolean is null or (coalesce(t.fed, t.fed_resource) is not null) = $11)
            and ($12::uuid[] is null or t.fed && $12 or t.fed_resource && $12)`;

const columns = `t.at, t.key, t.received_at, t.told_at, t.customer_id, t.resource_id, t.name, t.idempotency_key, t.dimensions, t.flags, t.fed,
                t.fed_resource`;

const looked = (comparison: string, order: string): string => `select ${columns}
             from raw_event t
            where t.environment_id = $1 and ($2::text is null or t.customer_id = $2) and t.at >= $3 and t.at < $4 and ${isEvent}
              and ($5::timestamptz is null or (t.at, t.key) ${comparison} ($5, $6::uuid))
            order by t.at ${order}, t.key ${order} limit $7`;

/**
 * Looks at $7 events on one side of a place, and tells up to $13 of those that are meant; with each, how many were looked at and which one
 * was the last: without an event where none of them is meant, and no row where there are none. Planned with its values, so that what is
 * not asked for costs nothing and only the partitions of the span are opened.
 */
const search = (comparison: string, order: string): string => `with looked as materialized (
           ${looked(comparison, order)}
         )
         select l.looked, l.at as last_at, l.key as last_key, ${columns}
           from (select (select count(*) from looked)::int as looked, z.at, z.key
                   from looked z order by z.at ${order === 'desc' ? 'asc' : 'desc'}, z.key ${order === 'desc' ? 'asc' : 'desc'} limit 1) l
           left join lateral (select ${columns} from looked t where ${isMeant} order by t.at ${order}, t.key ${order} limit $13) t on true
          order by t.at ${order}, t.key ${order}`;

export const searches = {
  older: search('<', 'desc'),
  newer: search('>', 'asc'),
  /** Those at the place and on its newer side. */
  since: search('>=', 'asc'),
};

/** How many of the newest $7 events of a span are meant. */
export const countMeant = `select count(*)::int as count
           from (${looked('<', 'desc')}) t
          where ${isMeant}`;

export const isPlace = `select from raw_event t where t.environment_id = $1 and t.at = $2 and t.key = $3 and ${isEvent}`;

export const featuresOf = `select m.uid, m.feature_id as "featureId" from meter m where m.environment_id = $1 and m.uid = any($2)`;

export const metersOf = `select m.uid from meter m where m.environment_id = $1 and m.feature_id = $2`;
