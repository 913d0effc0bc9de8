import { mostKeys } from './domain/series-place';

/** Value of the key at that place, of what an entry tells and of its wallet; null where fewer keys are asked for. */
const valueAt = (place: number): string => `case ($7::text[])[${place}]
       when 'featureId' then t.feature_id when 'resourceId' then w.resource_id else t.dimensions ->> ($7::text[])[${place}] end`;

const values = Array.from({ length: mostKeys }, (_, place) => valueAt(place + 1)).join(', ');

/**
 * A page of series, whole: those beyond a place on one side of it, nearest first, with their buckets. Entries are found by the index of instants
 * wallet by wallet (`offset 0` keeps PostgreSQL from going through the span of all wallets of the environment), read once, and come to one row an event before anything is counted. Texts are told apart as bytes, so that pages go on in one order whatever the database sorts by.
 *
 * $2 wallets, $3 ids of their resources, $4 from, $5 until, $6 begins of buckets, $7 keys, $8 place, $9 the most series, $10 place of the feature
 * among the keys.
 *
 * @reads credit_ledger_entry of entitlements/credits
 * @reads feature of catalog/features
 */
const series = (beyond: '>' | '<', order: 'asc' | 'desc'): string => `
  with used as materialized (
    select array[${values}] collate "C" as tags, width_bucket(t.timestamp, $6::timestamptz[]) - 1 as place, t.event_id, sum(-t.amount) as credits
      from unnest($2::uuid[], $3::text[]) as w(uid, resource_id)
     cross join lateral (
       select t.* from credit_ledger_entry t
        where t.environment_id = $1 and t.wallet_uid = w.uid and t.timestamp >= $4 and t.timestamp < $5
          and t.event_type = 'CREDITS_CONSUMED' offset 0) t
     group by 1, 2, 3),
  series as (select u.tags, sum(u.credits) as total from used u group by u.tags),
  told as (
    select s.* from series s where $8::text[] is null or s.tags ${beyond} $8::text[] order by s.tags ${order} limit $9),
  points as (
    select u.tags, u.place, sum(u.credits) as credits, count(u.event_id) as events from used u
     where u.tags in (select s.tags from told s) group by u.tags, u.place),
  events as (
    select e.tags, count(e.event_id) as events
      from (select distinct u.tags, u.event_id from used u where u.tags in (select s.tags from told s)) e group by e.tags)
  select s.tags, s.total::text as total, e.events::float8 as events, p.place, p.credits::text as credits, p.events::float8 as "eventsWithin",
         (select f.display_name from feature f where f.environment_id = $1 and f.id = s.tags[$10::int]) as "featureName",
         s.tags = (select min(o.tags) from series o) as "isFirst", s.tags = (select max(o.tags) from series o) as "isLast"
    from told s join points p on p.tags = s.tags join events e on e.tags = s.tags
   order by s.tags, p.place`;

export const seriesAfter = series('>', 'asc');
export const seriesBefore = series('<', 'desc');
